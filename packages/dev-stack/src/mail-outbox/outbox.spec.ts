import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { scratchFolder } from '@course/test-kit/scratch';
import { mailDirIn } from './folder.ts';
import { startOutbox, type OutboxOptions } from './outbox.ts';
import { aMailSource, submitMail, type Draft } from './testing.ts';

async function anOutbox(options: Pick<OutboxOptions, 'maxMails' | 'picturesUrl'> = {}) {
  const dataDir = scratchFolder();
  let time = Date.UTC(2026, 10, 21, 7);
  const outbox = await startOutbox({ dir: mailDirIn(dataDir), now: () => (time += 1000), ...options });
  onTestFinished(() => outbox.stop());
  const get = async (address: string): Promise<string> => (await fetch(outbox.url + address)).text();
  const list = async (): Promise<{ id: string; to: string[]; subject: string; messageId: string }[]> =>
    JSON.parse(await get('/mails.json')) as never;
  const submit = (draft: Draft = {}, to = [draft.to ?? 'ada@example.com']): Promise<string> =>
    submitMail(outbox.smtpUrl, { to, source: aMailSource(draft) });
  return { ...outbox, dataDir, get, list, submit };
}

test('lists mails with recipient, subject and time, newest first', async () => {
  const { submit, get } = await anOutbox();
  expect(await submit({ subject: 'First' })).toMatch(/^250 Kept as/);
  await submit({ subject: 'Second', to: 'Grace@Example.com' });
  const page = await get('/');
  expect(page).toMatch(/grace@example\.com.*Second.*2026-11-21 07:00:02 UTC.*ada@example\.com.*First/s);
  expect(page).toContain('2 mails kept');
});

test('the recipients are those of the envelope and those of the headers', async () => {
  const { submit, list } = await anOutbox();
  await submit({ to: 'undisclosed@example.com' }, ['ada@example.com', 'grace@example.com']);
  expect((await list())[0]?.to).toEqual(['ada@example.com', 'grace@example.com', 'undisclosed@example.com']);
});

test('shows a mail’s HTML in a frame that runs no scripts, its text and its source', async () => {
  const { submit, list, get, url } = await anOutbox();
  await submit({
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
  ['no address by default', {}, 'img-src data: ;'],
  [
    'the site',
    { picturesUrl: 'http://localhost:3000/api/pictures/' },
    'img-src data: http://localhost:3000/api/pictures/;',
  ],
])('a mail may load pictures from %s', async (_where, options, directive) => {
  const { submit, list, url } = await anOutbox(options);
  await submit({ html: '<img src="http://localhost:3000/api/pictures/a.png">' });
  const [mail] = await list();
  const { headers } = await fetch(`${url}/mails/${mail?.id}/html`);
  expect(headers.get('content-security-policy')).toContain(directive);
});

test('the dark scheme applies the mail’s own dark styles', async () => {
  const { submit, list, get } = await anOutbox();
  await submit({ html: '<style>@media (prefers-color-scheme:dark){p{color:red}}</style><p>Hi</p>' });
  const [mail] = await list();
  expect(await get(`/mails/${mail?.id}/html?scheme=dark`)).toContain('@media all{p{color:red}}');
  expect(await get(`/mails/${mail?.id}/html?scheme=light`)).toContain('@media not all{p{color:red}}');
});

test('the content of a mail is never markup of the page', async () => {
  const { submit, list, get } = await anOutbox();
  await submit({
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
  'returns 404 for %s',
  async (address) => {
    const { url } = await anOutbox();
    const response = await fetch(url + address);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('This mail is not here');
  },
);

test('the list says so when there is no mail', async () => {
  expect(await (await anOutbox()).get('/')).toContain('No mail yet.');
});

test('the oldest mails beyond the limit are dropped', async () => {
  const { submit, list } = await anOutbox({ maxMails: 20 });
  for (let at = 1; at <= 25; at++) await submit({ subject: `Number ${at}` });
  const subjects = (await list()).map(({ subject }) => subject);
  expect(subjects.length).toBeLessThanOrEqual(20);
  expect(subjects[0]).toBe('Number 25');
  expect(subjects).not.toContain('Number 1');
});

test('a mail that is too large is refused', async () => {
  const { submit, list } = await anOutbox();
  expect(await submit({ text: `${'x'.repeat(900)}\n`.repeat(2600) })).toMatch(/^552 /);
  expect(await list()).toEqual([]);
});

test('mails can be read by their owner only, and a half-written one is not listed', async () => {
  const { submit, list, dataDir } = await anOutbox();
  await submit();
  const dir = mailDirIn(dataDir);
  const [file = ''] = readdirSync(dir);
  expect([statSync(dir).mode & 0o777, statSync(path.join(dir, file)).mode & 0o777]).toEqual([0o700, 0o600]);
  writeFileSync(path.join(dir, '.1700000000000-000000000000.draft'), 'half');
  expect(await list()).toHaveLength(1);
});

test('a mail that another program removed disappears from the list', async () => {
  const { submit, list, dataDir } = await anOutbox();
  await submit();
  expect(await list()).toHaveLength(1);
  rmSync(mailDirIn(dataDir), { recursive: true });
  expect(await list()).toEqual([]);
  await submit();
  expect(await list()).toHaveLength(1);
});

test('listens on this machine only and refuses other host names', async () => {
  const { url, smtpUrl } = await anOutbox();
  expect([new URL(url).hostname, new URL(smtpUrl).hostname]).toEqual(['127.0.0.1', '127.0.0.1']);
  const status = await new Promise((resolve) =>
    request(url, { headers: { host: 'evil.example' } }, (response) => resolve(response.resume().statusCode)).end(),
  );
  expect(status).toBe(421);
});

test('stopping keeps the mails and frees the ports', async () => {
  const dir = mailDirIn(scratchFolder());
  const first = await startOutbox({ dir });
  await submitMail(first.smtpUrl, { to: ['ada@example.com'], source: aMailSource() });
  await first.stop();
  const second = await startOutbox({
    dir,
    port: Number(new URL(first.url).port),
    smtpPort: Number(new URL(first.smtpUrl).port),
  });
  expect(await (await fetch(second.url)).text()).toContain('ada@example.com');
  await second.stop();
});

test('rejects when a port is taken', async () => {
  const { url } = await anOutbox();
  await expect(startOutbox({ dir: scratchFolder(), port: Number(new URL(url).port) })).rejects.toThrow(/EADDRINUSE/);
});
