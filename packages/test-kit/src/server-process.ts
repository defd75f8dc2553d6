import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { baseEnv } from '@course/dev-stack/env';
import { launch, type Command, type Running } from '@course/dev-stack/process/launch';
import { lastLines } from '@course/dev-stack/process/log-file';
import { freePort } from '@course/dev-stack/process/ports';
import { PROJECT_ROOT } from '@course/federation/paths';
import { waitUntil } from '@course/ops/wait';

export interface ServerProcess {
  /** The current process; another one after a restart. */
  readonly pid: number;
  /** Ends it with a signal, SIGKILL by default, and starts it again. Resolves once it is ready. */
  restart(signal?: NodeJS.Signals): Promise<void>;
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 180_000;
const RESPONSE_TIMEOUT_MS = 2000;

/**
 * Starts a server that ends with this process, after which `removeFiles` is called. Resolves once it is ready, or
 * rejects with the end of its log.
 */
export const startServer = async (
  name: string,
  command: Command,
  isReady: () => Promise<boolean>,
  removeFiles: () => void = () => undefined,
): Promise<ServerProcess> => {
  let running: Running | undefined;
  const start = async (): Promise<void> => {
    const started = launch({ ...command, inOurGroup: true });
    running = started;
    // If it is restarted while starting, waits for its successor instead.
    const isReplaced = (): boolean => running !== started;
    const giveUp = () =>
      started.hasEnded() && !isReplaced() ? `${name} ended while starting:\n${lastLines(command.logFile)}` : undefined;
    await waitUntil(async () => isReplaced() || isReady(), { what: name, timeoutMs: START_TIMEOUT_MS, giveUp });
  };
  const restart = async (signal: NodeJS.Signals = 'SIGKILL'): Promise<void> => {
    const ended = running!;
    ended.kill(signal);
    await ended.ended;
    if (running === ended) await start();
  };
  const killNow = (): void => {
    running?.kill('SIGKILL');
    removeFiles();
  };
  const stop = async (): Promise<void> => {
    process.off('exit', killNow);
    await running?.stop();
  };
  // Before folders of the server are removed.
  process.prependOnceListener('exit', killNow);
  await start().catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return {
    get pid() {
      return running!.pid;
    },
    restart,
    stop,
  };
};

export interface Program {
  readonly name: string;
  /** Path of the built program, relative to the checkout's root. */
  readonly main: string;
  /** Root of its checkout; this one by default. */
  readonly root?: string;
  /** Command-line flags of Node itself. */
  readonly flags?: readonly string[];
  readonly vars: Readonly<Record<string, string>>;
  /** Path that returns 200 once it is ready; `/healthz` by default. */
  readonly readyPath?: string;
}

export interface RunningProgram extends ServerProcess {
  readonly url: string;
}

/** Starts a program of a checkout on a free port, like `startServer`. */
export const startProgram = async (program: Program): Promise<RunningProgram> => {
  const { name, main, root = PROJECT_ROOT, flags = [], vars, readyPath = '/healthz' } = program;
  const folder = mkdtempSync(path.join(tmpdir(), `course-${name}-`));
  const removeLog = (): void => rmSync(folder, { recursive: true, force: true });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const command: Command = {
    file: process.execPath,
    args: [...flags, path.resolve(root, main)],
    env: { ...baseEnv(), NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), ...vars },
    cwd: root,
    logFile: path.join(folder, 'log'),
  };
  const isReady = async (): Promise<boolean> =>
    (await fetch(`${url}${readyPath}`, { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) })).ok;
  try {
    const server = await startServer(name, command, isReady, removeLog);
    const { stop } = server;
    return Object.assign(server, { url, stop: () => stop().finally(removeLog) });
  } catch (error) {
    removeLog();
    throw error;
  }
};
