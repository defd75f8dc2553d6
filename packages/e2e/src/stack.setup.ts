import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { isolatedEnv } from '@course/dev-stack/env';
import { freePort } from '@course/dev-stack/process/ports';
import { temporaryDataDir } from '@course/dev-stack/stack/temporary-data-dir';
import { PROJECT_ROOT } from '@course/federation/paths';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The name of this project's stack. */
    stack: string;
    /** The data folders of the stacks, by name. */
    dataDirs: Readonly<Record<string, string>>;
  }
}

const RUN = path.join(PROJECT_ROOT, 'packages/dev-stack/bin/run.mjs');

/** Starts a stack for each project, all at the same time, and stops them after the last journey. */
export default async function setup({ vitest, provide }: TestProject): Promise<() => Promise<void>> {
  const starts = await Promise.allSettled(vitest.projects.map(async ({ name }) => [name, await startStack()] as const));
  const stacks = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const stopAll = async (): Promise<void> => void (await Promise.all(stacks.map(([, { stop }]) => stop())));
  const failed = starts.find((start) => start.status === 'rejected');
  if (failed) {
    await stopAll();
    throw failed.reason;
  }
  provide('dataDirs', Object.fromEntries(stacks.map(([name, { dataDir }]) => [name, dataDir])));
  return stopAll;
}

/** Starts the whole product as `npm start` does, on a free port and with an empty data folder. */
async function startStack(): Promise<{ readonly dataDir: string; readonly stop: () => Promise<void> }> {
  const dataDir = temporaryDataDir('journeys-');
  const stack = spawn(process.execPath, [RUN, 'dev-stack/start'], {
    env: { ...isolatedEnv(), DATA_DIR: dataDir, PORT: String(await freePort()), RATE_LIMITS: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = new Promise((resolve) => stack.once('exit', resolve));
  const stop = async (): Promise<void> => {
    stack.kill('SIGTERM');
    await exited;
    await fs.rm(dataDir, { recursive: true, force: true });
  };
  await untilReady(stack).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { dataDir, stop };
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
    stack.once('exit', (code, signal) => reject(new Error(`npm start exited with ${code ?? signal}:\n${output}`)));
  });
}
