import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '@course/dev-stack/process/ports';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    dataDir: string;
  }
}

const RUN = path.join(import.meta.dirname, '..', '..', 'dev-stack', 'bin', 'run.mjs');

/**
 * Starts the whole product as `npm start` does, on a free port and with an empty data folder, and stops it after the
 * last journey.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'journeys-'));
  const stack = spawn(process.execPath, [RUN, 'dev-stack/start'], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(await freePort()), RATE_LIMITS: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await untilReady(stack);
  project.provide('dataDir', dataDir);
  return async () => {
    stack.kill('SIGTERM');
    if (stack.exitCode === null) await once(stack, 'exit');
    await fs.rm(dataDir, { recursive: true, force: true });
  };
}

function untilReady(stack: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    const onOutput = (chunk: Buffer) => {
      output += chunk.toString();
      if (/^Ready: /m.test(output)) resolve();
    };
    stack.stdout?.on('data', onOutput);
    stack.stderr?.on('data', onOutput);
    stack.once('exit', (code) => reject(new Error(`npm start exited with ${code}:\n${output}`)));
  });
}
