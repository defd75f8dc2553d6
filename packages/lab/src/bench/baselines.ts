import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '@course/federation/paths';
import { freePort } from '@course/dev-stack/process/ports';

/** Two quizzes of the same size to compare with, in a folder next to the project. */
const SOURCES = path.join(PROJECT_ROOT, '..', 'shared', 'measure', 'reference');

export interface Baselines {
  readonly html: string;
  readonly react: string;
  stop(): void;
}

/** Builds both into `folder` and serves them. Resolves to undefined if their sources do not exist. */
export const serveBaselines = async (folder: string): Promise<Baselines | undefined> => {
  if (!existsSync(path.join(SOURCES, 'build.mjs'))) return undefined;
  await promisify(execFile)(process.execPath, [path.join(SOURCES, 'build.mjs'), folder], { cwd: PROJECT_ROOT });
  const port = await freePort();
  const server = spawn(process.execPath, [path.join(SOURCES, 'serve.mjs'), folder, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve, reject) => {
    server.stdout.once('data', resolve);
    server.once('exit', () => reject(new Error('The server of the baselines exited')));
  });
  const origin = `http://127.0.0.1:${port}`;
  return { html: `${origin}/html/`, react: `${origin}/react/q/1`, stop: () => void server.kill() };
};
