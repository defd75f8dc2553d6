import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { scratchFolder } from '@course/test-kit/scratch';
import { mailDirIn } from './folder.ts';
import { startOutbox, type OutboxOptions } from './outbox.ts';
import { aSource, handIn, type Draft } from './testing.ts';

async function anOutbox(options: Pick<OutboxOptions, 'most' | 'picturesUrl'> = {}) {
  const dataDir = scratchFolder();
  let time = Date.UTC(2026, 10, 21, 7);
  const outbox = await startOutbox({ dir: mailDirIn(dataDir), now: () => (time += 1000), ...options });
  onTestFinished(() => outbox.stop());
  const get = async (address: string): Promise<string> => (await fetch(outbox.url + address)).text();
  const list = async (): Promise<{ id: string; to: string[]; subject: string; messageId: string }[]> =>
    JSON.parse(await get('/mails.json')) as never;
  const takes = (draft: Draft = {}, to = [draft.to ?? 'ada@example.com']): Promise<string> =>
    handIn(outbox.smtpUrl, { to, source: aSource(draft) });
  return { ...outbox, dataDir, get, list, takes };
}

test('a mail that is handed in is listed with its recipient, subject and time, newest first', async () => {
  const { takes, get } = await anOutbox();
  expect(await takes({ subject: 'First' })).toMatch(/^250 Kept as/);
  await takes({ subject: 'Second', to: 'Grace@Example.com' });
  const page = await get('/');
  expect(page).toMatch(/grace@example\.com.*Second.*2026-11-21 07:00:02 UTC.*ada@example\.com.*First/s);
  expect(page).toContain('2 mails kept');
});

test('whom the server was told counts, not only whom the mail names', async () => {
  const { takes, list } = await anOutbox();
  await takes({ to: 'undisclosed@example.com' }, ['ada@example.com', 'grace@example.com']);
  expect((await list())[0]?.to).toEqual(['ada@example.com', 'grace@example.com', 'undisclosed@example.com']);
});

test('a mail is shown with its HTML in a frame that can run nothing, its text and its source', async () => {
  const { takes, list, get, url } = await anOutbox();
  await takes({
    html: '<html><head></head><body><a href="https://course.example/course#t=abc">Open</a></body></html>',
    text: 'Open: <course>',
  });
  const [mail] = await list();
  const page = await get(`/mails/${mail?.id}`);
  expect(page).toMatch(
    /<iframe\s+class="phone"[^>]*\s+sandbox="allow-popups allow-popups-to-escape-sandbox"\s+src="\/mails\/[^"]+\/html\?scheme=light"\s*>/,
  );
  expect(page).toContain('&lt;one@daybreak-ai.example&gt;');
  const frame = await fetch(`${url}/mails/${mail?.id}/html`);
  expect(frame.headers.get('content-security-policy')).toMatch(/^default-src 'none';.*sandbox allow-popups/);
  expect(await frame.text()).toContain(
    '<head><base target="_blank"></head><body><a href="https://course.example/course#t=abc">',
  );
  expect(await get(`/mails/${mail?.id}?part=text`)).toContain('Open: &lt;course&gt;');
  expect(await get(`/mails/${mail?.id}?part=source`)).toContain('Content-Type: multipart/alternative');
});

test.each([
  ['nowhere by default', {}, 'img-src data: ;'],
  [
    'the site',
    { picturesUrl: 'http://localhost:3000/api/pictures/' },
    'img-src data: http://localhost:3000/api/pictures/;',
  ],
])('a mail may load pictures from %s', async (_where, options, directive) => {
  const { takes, list, url } = await anOutbox(options);
  await takes({ html: '<img src="http://localhost:3000/api/pictures/a.png">' });
  const [mail] = await list();
  const { headers } = await fetch(`${url}/mails/${mail?.id}/html`);
  expect(headers.get('content-security-policy')).toContain(directive);
});

test('dark colours are those of the mail itself', async () => {
  const { takes, list, get } = await anOutbox();
  await takes({ html: '<style>@media (prefers-color-scheme:dark){p{color:red}}</style><p>Hi</p>' });
  const [mail] = await list();
  expect(await get(`/mails/${mail?.id}/html?scheme=dark`)).toContain('@media all{p{color:red}}');
  expect(await get(`/mails/${mail?.id}/html?scheme=light`)).toContain('@media not all{p{color:red}}');
});

test('what a mail says about itself is never markup of the page', async () => {
  const { takes, list, get } = await anOutbox();
  await takes({
    subject: '<script>alert(1)</script>',
    messageId: '<"><img src=x>@evil.example>',
    text: '</pre><script>alert(2)</script>',
  });
  const [mail] = await list();
  for (const page of [
    await get('/'),
    await get(`/mails/${mail?.id}`),
    await get(`/mails/${mail?.id}?part=text`),
    await get(`/mails/${mail?.id}?part=source`),
  ]) {
    expect(page).not.toMatch(/<script|<img/);
  }
});

test.each(['/mails/..%2f..%2fsecrets', '/mails/1234567890123-000000000000', '/mails/x/html', '/mails/x/text'])(
  '%s is not here',
  async (address) => {
    const { url } = await anOutbox();
    const answer = await fetch(url + address);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('This mail is not here');
  },
);

test('without a mail the page says so', async () => {
  expect(await (await anOutbox()).get('/')).toContain('No mail yet.');
});

test('only so many are kept: the oldest go', async () => {
  const { takes, list } = await anOutbox({ most: 20 });
  for (let at = 1; at <= 25; at++) await takes({ subject: `Number ${at}` });
  const subjects = (await list()).map(({ subject }) => subject);
  expect(subjects.length).toBeLessThanOrEqual(20);
  expect(subjects[0]).toBe('Number 25');
  expect(subjects).not.toContain('Number 1');
});

test('a mail without end is refused', async () => {
  const { takes, list } = await anOutbox();
  expect(await takes({ text: `${'x'.repeat(900)}\n`.repeat(2600) })).toMatch(/^552 /);
  expect(await list()).toEqual([]);
});

test('mails are readable by their owner alone, and no half-written one is ever listed', async () => {
  const { takes, list, dataDir } = await anOutbox();
  await takes();
  const dir = mailDirIn(dataDir);
  const [file = ''] = readdirSync(dir);
  expect([statSync(dir).mode & 0o777, statSync(path.join(dir, file)).mode & 0o777]).toEqual([0o700, 0o600]);
  writeFileSync(path.join(dir, '.1700000000000-000000000000.draft'), 'half');
  expect(await list()).toHaveLength(1);
});

test('a mail that was removed by another program is gone from the list', async () => {
  const { takes, list, dataDir } = await anOutbox();
  await takes();
  expect(await list()).toHaveLength(1);
  rmSync(mailDirIn(dataDir), { recursive: true });
  expect(await list()).toEqual([]);
  await takes();
  expect(await list()).toHaveLength(1);
});

test('only this machine under its own name is answered', async () => {
  const { url, smtpUrl } = await anOutbox();
  expect([new URL(url).hostname, new URL(smtpUrl).hostname]).toEqual(['127.0.0.1', '127.0.0.1']);
  const status = await new Promise((resolve) =>
    request(url, { headers: { host: 'evil.example' } }, (answer) => resolve(answer.resume().statusCode)).end(),
  );
  expect(status).toBe(421);
});

test('a stop leaves the mails and frees the ports', async () => {
  const dir = mailDirIn(scratchFolder());
  const first = await startOutbox({ dir });
  await handIn(first.smtpUrl, { to: ['ada@example.com'], source: aSource() });
  await first.stop();
  const second = await startOutbox({
    dir,
    port: Number(new URL(first.url).port),
    smtpPort: Number(new URL(first.smtpUrl).port),
  });
  expect(await (await fetch(second.url)).text()).toContain('ada@example.com');
  await second.stop();
});

test('a taken port is an error, and nothing is left running', async () => {
  const { url } = await anOutbox();
  await expect(startOutbox({ dir: scratchFolder(), port: Number(new URL(url).port) })).rejects.toThrow(/EADDRINUSE/);
});
