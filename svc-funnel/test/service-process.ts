import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { testEnv } from './service.ts';

const MAIN = path.resolve(import.meta.dirname, '../dist/main.mjs');

/** The service as it runs in production: its build, in a process that can be killed. */
export interface ServiceProcess {
  readonly url: string;
  /** Kills it, as a power cut does; resolves once it has exited. */
  kill(): Promise<void>;
}

/** Starts it on a free port. Rejects if it exits before it listens. */
export async function startServiceProcess(env: Readonly<Record<string, string>> = {}): Promise<ServiceProcess> {
  if (!existsSync(MAIN)) throw new Error('svc-funnel is not built: npx nx run svc-funnel:build');
  const child = spawn(process.execPath, [MAIN], {
    env: { ...testEnv(env), NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  let log = '';
  const url = new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      log += text;
      const up = log.split('\n').find((line) => line.includes('svc-funnel is up'));
      if (up) resolve((JSON.parse(up) as { url: string }).url);
    });
    void exited.then(() => reject(new Error(`svc-funnel ended:\n${log}`)));
  });
  return {
    url: await url,
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
