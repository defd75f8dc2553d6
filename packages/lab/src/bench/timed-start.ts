import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { isolatedEnv } from '@course/dev-stack/env';
import { Failure, Stopped } from '@course/ops/failure';

export interface TimedStack {
  readonly url: string;
  readonly pid: number;
  readonly secondsToReady: number;
  /** The lines printed so far, with seconds since the start. */
  readonly lines: readonly { readonly at: number; readonly line: string }[];
  /** Stops it with SIGTERM. Resolves to how many seconds that took. */
  stop(): Promise<number>;
}

export interface TimedStartOptions {
  readonly checkout: string;
  readonly port: number;
  readonly dataDir: string;
  readonly signal: AbortSignal;
  /** Additional environment variables. */
  readonly vars?: Readonly<Record<string, string>>;
}

/** Runs `npm start` and resolves once it is ready. */
export const timedStart = ({ checkout, port, dataDir, signal, vars }: TimedStartOptions): Promise<TimedStack> =>
  new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const seconds = (): number => (performance.now() - startedAt) / 1000;
    const env = { ...isolatedEnv(), PORT: String(port), DATA_DIR: dataDir, ...vars };
    const child = spawn('npm', ['start', '--silent'], { cwd: checkout, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const exited = new Promise<void>((done) => child.once('exit', () => done()));
    const lines: { at: number; line: string }[] = [];
    const stop = async (): Promise<number> => {
      const stoppingAt = performance.now();
      child.kill('SIGTERM');
      await exited;
      return (performance.now() - stoppingAt) / 1000;
    };
    signal.addEventListener('abort', () => child.kill('SIGTERM'), { once: true });
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        lines.push({ at: seconds(), line });
        const url = /^Ready: (\S+)$/.exec(line)?.[1];
        if (url) resolve({ url, pid: child.pid ?? 0, secondsToReady: seconds(), lines, stop });
      });
    }
    void exited.then(() =>
      reject(
        signal.aborted
          ? new Stopped('Stopped')
          : new Failure(`npm start exited:\n${lines.map(({ line }) => line).join('\n')}`),
      ),
    );
  });
