import { execFile, spawn } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '@course/federation/paths';
import { freePort } from '@course/dev-stack/process/ports';

/** Two quizzes of the same content to compare with: their first pages. */
export interface Baselines {
  readonly html: string;
  readonly react: string;
  stop(): void;
}

/**
 * Builds the two quizzes of `sources` into `folder` and serves them. `sources` has a `build.mjs` (folder) and a
 * `serve.mjs` (folder, port) that prints a line once it listens.
 */
export const serveBaselines = async (sources: string, folder: string): Promise<Baselines> => {
  await promisify(execFile)(process.execPath, [path.join(sources, 'build.mjs'), folder], { cwd: PROJECT_ROOT });
  const port = await freePort();
  const server = spawn(process.execPath, [path.join(sources, 'serve.mjs'), folder, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve, reject) => {
    server.stdout.once('data', resolve);
    server.once('exit', () => reject(new Error('The server of the baselines exited')));
  });
  const origin = `http://127.0.0.1:${port}`;
  return { html: `${origin}/html/`, react: `${origin}/react/q/1`, stop: () => void server.kill() };
};
