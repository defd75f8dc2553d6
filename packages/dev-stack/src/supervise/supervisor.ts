import { Failure, Stopped } from '@course/ops/failure';
import { launch, type Command, type Running } from '../process/launch.ts';
import { lastLines } from '../process/log-file.ts';
import { waitUntil } from '@course/ops/wait';
import { breakOff } from './break-off.ts';
import { pauseAfter } from './pause.ts';

/** A server process that is kept running. */
export interface Part {
  readonly name: string;
  readonly command: Command;
  readonly isReady: () => Promise<boolean>;
}

interface Kept {
  readonly part: Part;
  running: Running;
  /** How often it has ended by itself. */
  deaths: number;
  restartWanted: boolean;
  /** The loop that starts it again; resolves once the supervisor stops. */
  loop: Promise<void>;
}

export interface Supervisor {
  /** Starts a part and waits until it is ready. Rejects with the end of its log when it does not come up. */
  start(part: Part): Promise<void>;
  /** Stops a part in order and starts it again, say with a newer build. */
  restart(name: string): void;
  /** pids of the parts that run now, by name. */
  pids(): Readonly<Record<string, number>>;
  /** Stops all parts in reverse order. Resolves once every one is gone. */
  stop(): Promise<void>;
  /** Ends everything at once. */
  killAll(): void;
}

export interface SupervisorOptions {
  readonly say: (line: string) => void;
  /** Called after every change of pids. */
  readonly onChange: () => void;
}

const READY_TIMEOUT_MS = 60_000;
/** A part that ends this often before it was ever ready is broken, not unlucky. */
const DEATHS_BEFORE_READY = 4;

export const createSupervisor = ({ say, onChange }: SupervisorOptions): Supervisor => {
  const kept = new Map<string, Kept>();
  const stopping = breakOff();

  const startAgain = async (entry: Kept, how: string, livedMs: number): Promise<void> => {
    const { part } = entry;
    if (!entry.restartWanted) {
      entry.deaths = livedMs > READY_TIMEOUT_MS ? 1 : entry.deaths + 1;
      const pauseMs = pauseAfter(entry.deaths);
      say(`${part.name} ended (${how}); it is started again in ${pauseMs / 1000} s`);
      await stopping.pause(pauseMs);
    }
    if (stopping.isOn()) return;
    entry.restartWanted = false;
    entry.running = launch(part.command);
    onChange();
  };

  const keepRunning = async (entry: Kept): Promise<void> => {
    while (!stopping.isOn()) {
      const startedAt = Date.now();
      const how = await entry.running.ended;
      if (!stopping.isOn()) await startAgain(entry, how, Date.now() - startedAt);
    }
  };

  const start = async (part: Part): Promise<void> => {
    if (stopping.isOn()) throw new Stopped('Stopped');
    const entry: Kept = {
      part,
      running: launch(part.command),
      deaths: 0,
      restartWanted: false,
      loop: Promise.resolve(),
    };
    kept.set(part.name, entry);
    entry.loop = keepRunning(entry);
    onChange();
    const isBroken = () => entry.deaths >= DEATHS_BEFORE_READY;
    const giveUp = () => (stopping.isOn() || isBroken() ? 'gave up' : undefined);
    await waitUntil(async () => !entry.running.hasEnded() && (await part.isReady()), {
      what: part.name,
      timeoutMs: READY_TIMEOUT_MS,
      giveUp,
    }).catch(() => {
      if (stopping.isOn()) throw new Stopped('Stopped');
      throw new Failure(
        `${part.name} does not start. The end of ${part.command.logFile}:\n${lastLines(part.command.logFile)}`,
      );
    });
  };

  const stop = async (): Promise<void> => {
    stopping.turnOn();
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
      if (!entry || stopping.isOn()) return;
      entry.restartWanted = true;
      void entry.running.stop();
    },
    pids: () =>
      Object.fromEntries(
        [...kept].filter(([, { running }]) => !running.hasEnded()).map(([name, { running }]) => [name, running.pid]),
      ),
    killAll: () => {
      stopping.turnOn();
      for (const { running } of kept.values()) running.kill('SIGKILL');
    },
  };
};
