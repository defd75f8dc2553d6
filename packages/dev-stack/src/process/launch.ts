import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync } from 'node:fs';
import { openLog } from './log-file.ts';

export const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGQUIT', 'SIGKILL'] as const;
export type StopSignal = (typeof STOP_SIGNALS)[number];

/** A server process: what to run, as which user, and how to stop it. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  /** The whole environment; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly logFile: string;
  /** The signal of a graceful stop; default SIGTERM. */
  readonly stopSignal?: StopSignal;
  /** The process is killed if it has not stopped after this time; default 10 s. */
  readonly stopTimeoutMs?: number;
  /** Stays in this process's group, so that it ends when the group is ended. For tests, which have no supervisor. */
  readonly inOurGroup?: boolean;
  /** The user to run as; only root may set it. */
  readonly uid?: number;
  readonly gid?: number;
}

export interface Running {
  readonly pid: number;
  readonly stopSignal: StopSignal;
  /** Resolves with the reason, e.g. `exit code 1` or `SIGKILL`. */
  readonly ended: Promise<string>;
  hasEnded(): boolean;
  /** Stops it gracefully, or kills it after the command's time limit. Resolves once it has ended. */
  stop(): Promise<void>;
  kill(signal: NodeJS.Signals): void;
}

const STOP_TIMEOUT_MS = 10_000;

const endOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
    child.once('error', (error) => resolve(error.message));
  });

const spawnLogged = (
  { file, args, env, cwd, logFile, inOurGroup, uid, gid }: Command,
  stdin: 'ignore' | 'pipe' = 'ignore',
): ChildProcess => {
  const log = openLog(logFile);
  const identity = uid === undefined ? {} : { uid, gid: gid ?? uid };
  try {
    return spawn(file, args, { env, cwd, detached: !inOurGroup, stdio: [stdin, log, log], ...identity });
  } finally {
    closeSync(log);
  }
};

const runningOf = (child: ChildProcess, command: Command): Running => {
  const ended = endOf(child);
  const hasEnded = (): boolean => child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
  const { stopSignal = 'SIGTERM' } = command;
  const stop = async (): Promise<void> => {
    if (hasEnded()) return;
    child.kill(stopSignal);
    const killer = setTimeout(() => child.kill('SIGKILL'), command.stopTimeoutMs ?? STOP_TIMEOUT_MS);
    await ended;
    clearTimeout(killer);
  };
  return { pid: child.pid ?? 0, stopSignal, ended, hasEnded, stop, kill: (signal) => void child.kill(signal) };
};

/**
 * Starts a process in a group of its own, so that Ctrl-C in the terminal reaches only its supervisor, which then stops
 * everything in order. For a program that cannot be run, `ended` resolves at once.
 */
export const launch = (command: Command): Running => runningOf(spawnLogged(command), command);

/** A process whose program does not run yet. */
export interface PausedProcess extends Running {
  /** Runs the program, under the same pid. */
  resume(): void;
}

/** Waits for a line, and ends without one if the process that should write it dies. */
const PAUSED = 'read -r _ && exec "$0" "$@" </dev/null';

/**
 * Like `launch`, but the program runs only from `resume` on, so that its pid can be recorded first: if the caller is
 * killed in between, nothing is left behind.
 */
export const launchPaused = (command: Command): PausedProcess => {
  const { file, args } = command;
  const child = spawnLogged({ ...command, file: '/bin/sh', args: ['-c', PAUSED, file, ...args] }, 'pipe');
  // It may have ended by then.
  child.stdin?.on('error', () => undefined);
  return { ...runningOf(child, command), resume: () => void child.stdin?.end('\n') };
};
