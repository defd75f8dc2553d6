import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT_ROOT } from '@course/federation/paths';

const MAIN = path.join(PROJECT_ROOT, 'packages/stripe-sandbox/dist/sandbox.mjs');

function run(env: Record<string, string>) {
  if (!existsSync(MAIN)) throw new Error('The sandbox is not built: npx nx run @course/stripe-sandbox:build');
  const child = spawn(process.execPath, [MAIN], {
    cwd: PROJECT_ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { child, ended: once(child, 'exit') };
}

it('prints its address, reports health and stops on SIGTERM', async () => {
  const { child, ended } = run({ WEBHOOK_URL: 'http://127.0.0.1:9/none', SECRET_KEY: 'sk_test_0123456789abcdef' });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const origin = /http:\S+/.exec(line.toString())?.[0] ?? '';
  expect(await (await fetch(`${origin}/healthz`)).json()).toEqual({ status: 'ok' });
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

it('refuses an invalid environment and lists everything that is wrong', async () => {
  const { child, ended } = run({ SECRET_KEY: 'sk_live_0123456789abcdef', PORT: 'seven' });
  const [text] = (await once(child.stderr, 'data')) as [Buffer];
  expect(text.toString()).toMatch(/SECRET_KEY: must look like sk_test_/);
  expect(text.toString()).toMatch(/PORT: /);
  expect(await ended).toEqual([1, null]);
});
