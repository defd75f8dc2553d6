import { setTimeout as pause } from 'node:timers/promises';
import { Failure, Stopped } from '@course/ops/failure';
import { launchPaused, type Command, type PausedProcess } from '../process/launch.ts';
import { lastLines } from '../process/log-file.ts';
import { waitUntil } from '@course/ops/wait';
import type { Processes } from './records.ts';

/** A server process that is kept running. */
export interface ServiceSpec {
  readonly name: string;
  readonly command: Command;
  readonly isReady: () => Promise<boolean>;
}

interface Supervised {
  readonly spec: ServiceSpec;
  running: PausedProcess;
  /** How many times in a row it has ended by itself. */
  failures: number;
  restartWanted: boolean;
  /** The loop that restarts it; resolves once the supervisor stops. */
  loop: Promise<void>;
}

export interface Supervisor {
  /**
   * Starts a service and waits until it is ready. Rejects with the end of its log if it does not become ready, and
   * without running its program if another one responds in its place.
   */
  start(spec: ServiceSpec): Promise<void>;
  /** Stops a service gracefully and starts it again, for example with a newer build. */
  restart(name: string): void;
  /** Returns the processes of the running services, by name. */
  processes(): Processes;
  /** Returns their pids. */
  pids(): Readonly<Record<string, number>>;
  /** Stops all services in reverse order. Resolves once all have ended. */
  stop(): Promise<void>;
}

export interface SupervisorOptions {
  readonly say: (line: string) => void;
  /** Called whenever the pids change, before a new process runs its program. */
  readonly onChange: () => void;
}

const READY_TIMEOUT_MS = 60_000;
/** A service that has ended this often before it was ready is considered broken. */
const MAX_FAILURES_BEFORE_READY = 4;

const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 8000;

/** Returns the delay before a service that has ended `failures` times in a row is restarted. */
export const restartDelayMs = (failures: number): number =>
  Math.min(FIRST_DELAY_MS * 2 ** Math.max(0, failures - 1), MAX_DELAY_MS);

/**
 * Keeps services running and stops them in order. Written by hand, because runners of several processes stop all at
 * once or none, without readiness checks and without the order that stores and services need.
 */
export const createSupervisor = ({ say, onChange }: SupervisorOptions): Supervisor => {
  const services = new Map<string, Supervised>();
  const stopping = new AbortController();
  const isStopping = (): boolean => stopping.signal.aborted;

  const restart = async (entry: Supervised, reason: string, livedMs: number): Promise<void> => {
    const { spec } = entry;
    if (!entry.restartWanted) {
      entry.failures = livedMs > READY_TIMEOUT_MS ? 1 : entry.failures + 1;
      const delayMs = restartDelayMs(entry.failures);
      say(`${spec.name} ended (${reason}); restarting it in ${delayMs / 1000} s`);
      await pause(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
    if (isStopping()) return;
    entry.restartWanted = false;
    entry.running = launchPaused(spec.command);
    onChange();
    entry.running.resume();
  };

  const keepRunning = async (entry: Supervised): Promise<void> => {
    while (!isStopping()) {
      const startedAt = Date.now();
      const reason = await entry.running.ended;
      if (!isStopping()) await restart(entry, reason, Date.now() - startedAt);
    }
  };

  const start = async (spec: ServiceSpec): Promise<void> => {
    if (isStopping()) throw new Stopped('Stopped');
    const entry: Supervised = {
      spec,
      running: launchPaused(spec.command),
      failures: 0,
      restartWanted: false,
      loop: Promise.resolve(),
    };
    services.set(spec.name, entry);
    entry.loop = keepRunning(entry);
    onChange();
    // Its responses would count as those of this service, which cannot listen.
    if (await spec.isReady().catch(() => false))
      throw new Failure(`Another program responds where ${spec.name} should. End that program, then start again.`);
    entry.running.resume();
    const isBroken = () => entry.failures >= MAX_FAILURES_BEFORE_READY;
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
    for (const entry of [...services.values()].reverse()) {
      await entry.running.stop();
      await entry.loop;
    }
    services.clear();
  };

  const processes = (): Processes =>
    Object.fromEntries([...services].flatMap(([name, { running }]) => (running.hasEnded() ? [] : [[name, running]])));

  return {
    start,
    stop,
    restart: (name) => {
      const entry = services.get(name);
      if (!entry || isStopping()) return;
      entry.restartWanted = true;
      void entry.running.stop();
    },
    processes,
    pids: () => Object.fromEntries(Object.entries(processes()).map(([name, { pid }]) => [name, pid])),
  };
};
