import { setTimeout as pause } from 'node:timers/promises';
import { Failure, Stopped } from '@course/ops/failure';
import { launch, type Command, type Running } from '../process/launch.ts';
import { lastLines } from '../process/log-file.ts';
import { waitUntil } from '@course/ops/wait';

/** A server process that is kept running. */
export interface ServiceSpec {
  readonly name: string;
  readonly command: Command;
  readonly isReady: () => Promise<boolean>;
}

interface Kept {
  readonly spec: ServiceSpec;
  running: Running;
  /** How often it has ended by itself. */
  deaths: number;
  restartWanted: boolean;
  /** The loop that starts it again; resolves once the supervisor stops. */
  loop: Promise<void>;
}

export interface Supervisor {
  /** Starts a service and waits until it is ready. Rejects with the end of its log when it does not come up. */
  start(spec: ServiceSpec): Promise<void>;
  /** Stops a service in order and starts it again, say with a newer build. */
  restart(name: string): void;
  /** pids of the services that run now, by name. */
  pids(): Readonly<Record<string, number>>;
  /** Stops all services in reverse order. Resolves once every one is gone. */
  stop(): Promise<void>;
}

export interface SupervisorOptions {
  readonly say: (line: string) => void;
  /** Called after every change of pids. */
  readonly onChange: () => void;
}

const READY_TIMEOUT_MS = 60_000;
/** A service that ends this often before it was ever ready is broken, not unlucky. */
const DEATHS_BEFORE_READY = 4;

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 8000;

/** Returns how long to wait, in ms, before a service that has ended `deaths` times in a row is started again. */
export const pauseAfter = (deaths: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, deaths - 1), LONGEST_PAUSE_MS);

/**
 * Keeps services running and stops them in order. Written by hand: what runs several processes from a script ends them all
 * at once or none, and knows neither readiness nor the order that stores and services need.
 */
export const createSupervisor = ({ say, onChange }: SupervisorOptions): Supervisor => {
  const kept = new Map<string, Kept>();
  const stopping = new AbortController();
  const isStopping = (): boolean => stopping.signal.aborted;

  const startAgain = async (entry: Kept, how: string, livedMs: number): Promise<void> => {
    const { spec } = entry;
    if (!entry.restartWanted) {
      entry.deaths = livedMs > READY_TIMEOUT_MS ? 1 : entry.deaths + 1;
      const pauseMs = pauseAfter(entry.deaths);
      say(`${spec.name} ended (${how}); it is started again in ${pauseMs / 1000} s`);
      await pause(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
    if (isStopping()) return;
    entry.restartWanted = false;
    entry.running = launch(spec.command);
    onChange();
  };

  const keepRunning = async (entry: Kept): Promise<void> => {
    while (!isStopping()) {
      const startedAt = Date.now();
      const how = await entry.running.ended;
      if (!isStopping()) await startAgain(entry, how, Date.now() - startedAt);
    }
  };

  const start = async (spec: ServiceSpec): Promise<void> => {
    if (isStopping()) throw new Stopped('Stopped');
    const entry: Kept = {
      spec,
      running: launch(spec.command),
      deaths: 0,
      restartWanted: false,
      loop: Promise.resolve(),
    };
    kept.set(spec.name, entry);
    entry.loop = keepRunning(entry);
    onChange();
    const isBroken = () => entry.deaths >= DEATHS_BEFORE_READY;
    const giveUp = () => (isStopping() || isBroken() ? 'gave up' : undefined);
    await waitUntil(async () => !entry.running.hasEnded() && (await spec.isReady()), {
      what: spec.name,
      timeoutMs: READY_TIMEOUT_MS,
      giveUp,
    }).catch(() => {
      if (isStopping()) throw new Stopped('Stopped');
      throw new Failure(
        `${spec.name} does not start. The end of ${spec.command.logFile}:\n${lastLines(spec.command.logFile)}`,
      );
    });
  };

  const stop = async (): Promise<void> => {
    stopping.abort();
    for (const entry of [...kept.values()].reverse()) {
      await entry.running.stop();
      await entry.loop;
    }
    kept.clear();
  };

  return {
    start,
    stop,
    restart: (name) => {
      const entry = kept.get(name);
      if (!entry || isStopping()) return;
      entry.restartWanted = true;
      void entry.running.stop();
    },
    pids: () =>
      Object.fromEntries(
        [...kept].filter(([, { running }]) => !running.hasEnded()).map(([name, { running }]) => [name, running.pid]),
      ),
  };
};
