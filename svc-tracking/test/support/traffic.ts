import { setTimeout as pause } from 'node:timers/promises';
import { aKey, anExit, aSessionId } from './builders.ts';
import type { Calls } from './calls.ts';

export interface Traffic {
  /** Ids of the entries, and of the exits, that were accepted. */
  readonly entered: Set<string>;
  readonly exited: Set<string>;
  /** How many calls were refused, by status, or broken off. */
  readonly refusals: Map<number | 'broken', number>;
  /** Ends the traffic and waits for the last responses. */
  stop(): Promise<void>;
}

const VISITORS = 8;
/** How long each stays on a page, and waits after a refusal. */
const PAGE_MS = 50;

/** Simulates visitors who enter and leave page after page, without any retries. */
export const startTraffic = (calls: Calls): Traffic => {
  const [entered, exited, refusals] = [new Set<string>(), new Set<string>(), new Map<number | 'broken', number>()];
  let isOn = true;
  const track = async (
    call: Promise<{ status: number; body: Record<string, unknown> }>,
    accepted: Set<string>,
  ): Promise<string | undefined> => {
    const answer = await call.catch(() => undefined);
    if (answer && answer.status < 300) {
      accepted.add(String(answer.body['id']));
      return String(answer.body['id']);
    }
    const reason = answer?.status ?? 'broken';
    refusals.set(reason, (refusals.get(reason) ?? 0) + 1);
    return undefined;
  };
  const visit = async (): Promise<void> => {
    const sessionId = aSessionId();
    while (isOn) {
      const id = await track(calls.enter({ sessionId, pagePath: '/q1', key: aKey() }), entered);
      await pause(PAGE_MS);
      if (id) await track(calls.exit(id, anExit()), exited);
    }
  };
  const visitors = Array.from({ length: VISITORS }, visit);
  const stop = async (): Promise<void> => {
    isOn = false;
    await Promise.all(visitors);
  };
  return { entered, exited, refusals, stop };
};
