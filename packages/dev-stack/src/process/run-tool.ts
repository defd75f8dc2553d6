import { spawn } from 'node:child_process';
import os from 'node:os';
import { toolEnv } from '../env.ts';
import { Stopped } from '@course/ops/failure';
import { PROJECT_ROOT } from '@course/federation/paths';

export interface ToolOptions {
  /** Ends the tool and its children. */
  readonly signal?: AbortSignal;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** True to run with lower priority than other work. */
  readonly inBackground?: boolean;
  /** Called with each chunk of output as it arrives. */
  readonly onOutput?: (text: string) => void;
}

export interface ToolResult {
  readonly code: number;
  readonly output: string;
}

const GRACE_MS = 5000;

/** Ends a process group with SIGTERM, then with SIGKILL after `GRACE_MS`. */
const endGroup = (pid: number): void => {
  const kill = (signal: NodeJS.Signals): void => {
    try {
      process.kill(-pid, signal);
    } catch {
      // The group has ended.
    }
  };
  kill('SIGTERM');
  setTimeout(() => kill('SIGKILL'), GRACE_MS).unref();
};

/** Runs a build tool until it exits and collects its output. Rejects only if it cannot be run or is stopped. */
export const runTool = (file: string, args: readonly string[], options: ToolOptions = {}): Promise<ToolResult> =>
  new Promise((resolve, reject) => {
    const { signal, cwd = PROJECT_ROOT, env, inBackground = false, onOutput } = options;
    if (signal?.aborted) return reject(new Stopped('Stopped'));
    const child = spawn(file, args, {
      cwd,
      env: { ...toolEnv(), ...env },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    if (inBackground && child.pid !== undefined) os.setPriority(child.pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
    const chunks: string[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        chunks.push(text);
        onOutput?.(text);
      });
    }
    const end = (): void => (child.pid === undefined ? undefined : endGroup(child.pid));
    signal?.addEventListener('abort', end, { once: true });
    child.once('error', reject);
    child.once('close', (code) => {
      signal?.removeEventListener('abort', end);
      if (signal?.aborted) reject(new Stopped('Stopped'));
      else resolve({ code: code ?? 1, output: chunks.join('') });
    });
  });
