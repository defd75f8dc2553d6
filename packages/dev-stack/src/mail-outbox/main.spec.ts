import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT_ROOT } from '@course/federation/paths';
import { scratchFolder } from '@course/test-kit/scratch';
import { aMailSource, submitMail } from './testing.ts';

const MAIN = path.join(PROJECT_ROOT, 'packages/dev-stack/dist/mail-outbox.mjs');

function run(env: Record<string, string>) {
  if (!existsSync(MAIN)) throw new Error('The outbox is not built: npx nx run @course/dev-stack:build');
  const child = spawn(process.execPath, [MAIN], {
    cwd: PROJECT_ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { child, ended: once(child, 'exit') };
}

it('prints its addresses, accepts a mail, shows it, and exits on SIGTERM', async () => {
  const { child, ended } = run({ MAIL_DIR: scratchFolder() });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const [, url = '', smtpUrl = ''] = /(http:\S+), (smtp:\S+)/.exec(line.toString()) ?? [];
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' });
  expect(await submitMail(smtpUrl, { to: ['ada@example.com'], source: aMailSource() })).toMatch(/^250/);
  expect(await (await fetch(url)).text()).toContain('ada@example.com');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

it('refuses a wrong environment and names everything that is wrong', async () => {
  const { child, ended } = run({ PORT: 'seven' });
  const [text] = (await once(child.stderr, 'data')) as [Buffer];
  expect(text.toString()).toMatch(/PORT: .*\n {2}MAIL_DIR: /);
  expect(await ended).toEqual([1, null]);
});
