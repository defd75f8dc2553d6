import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { Resolver } from 'node:dns/promises';
import os from 'node:os';
import path from 'node:path';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DnsServer, startDnsServer, type Zone } from '../../../test/dns-server.ts';
import { type MailServer, startMailServer } from '../../../test/mail-server.ts';
import { testEnv } from '../../../test/service.ts';
import { Mailer } from '../../course/mails/mailer.ts';
import { parseEnv } from '../../platform/env.ts';
import { systemClock } from '../../platform/clock.ts';
import { runOwner } from '../run.ts';
import { checkMail } from './check.ts';
import { dkimRecordOf } from './look-up-sender.ts';

const keyOf = (modulusLength: number): string =>
  generateKeyPairSync('rsa', { modulusLength }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

const DKIM = { domain: 'shop-of-lessons.com', selector: 's2026', privateKey: keyOf(2048) };
const FROM = 'Lessons <course@shop-of-lessons.com>';

const GOOD: Zone = {
  'shop-of-lessons.com TXT': ['some-site-verification=1', 'v=spf1 ip4:198.51.100.7 include:mailers.net -all'],
  'mailers.net TXT': ['v=spf1 ip4:203.0.113.0/24 -all'],
  's2026._domainkey.shop-of-lessons.com TXT': [dkimRecordOf(DKIM)],
  '_dmarc.shop-of-lessons.com TXT': ['v=DMARC1; p=quarantine; rua=mailto:dmarc@shop-of-lessons.com'],
  'shop-of-lessons.com MX': ['mx.shop-of-lessons.com'],
  'smtp.mailers.net A': ['203.0.113.9'],
};

let dns: DnsServer;
let smtp: MailServer;
const folder = mkdtempSync(path.join(os.tmpdir(), 'mail-check-'));
beforeAll(async () => {
  dns = await startDnsServer(GOOD);
  smtp = await startMailServer();
});
afterAll(async () => {
  await dns.stop();
  await smtp.stop();
});

const SIGNING = { DKIM_DOMAIN: DKIM.domain, DKIM_SELECTOR: DKIM.selector, DKIM_PRIVATE_KEY: DKIM.privateKey };

/** Returns the output of `mail check` with these records and variables, and its exit code. */
const check = async (zone: Zone, vars: Record<string, string> = SIGNING, args: readonly string[] = []) => {
  dns.zone = zone;
  const output = { out: '', err: '' };
  const terminal = {
    interactive: false,
    out: (text: string) => void (output.out += text),
    err: (text: string) => void (output.err += text),
    ask: () => Promise.resolve(''),
  };
  const env = parseEnv(testEnv({ MAIL_FROM: FROM, SMTP_URL: 'smtp://smtp.mailers.net:587', ...vars }));
  const deps = () => Promise.resolve({ env, clock: systemClock } as never);
  const code = await runOwner({ commands: [checkMail], terminal, deps }, [
    'mail',
    'check',
    '--dns',
    dns.address,
    ...args,
  ]);
  return { code, ...output, lines: output.out.split('\n') };
};
const without = (...names: readonly string[]): Zone =>
  Object.fromEntries(Object.entries(GOOD).filter(([name]) => !names.includes(name)));
const withSpf = (...records: readonly string[]): Zone => ({ ...GOOD, 'shop-of-lessons.com TXT': records });

/** Returns the file of a mail as its reader receives it, signed with this key or not at all. */
const received = async (dkim?: typeof DKIM): Promise<string> => {
  const mailer = new Mailer({ smtpUrl: smtp.url, from: FROM, dkim });
  await mailer.send({
    to: 'ada@example.com',
    subject: 'Lesson 1: Début',
    html: '<p>Hello</p>',
    text: 'Hello\n.\nFrom here',
    messageId: `<${crypto.randomUUID()}@shop-of-lessons.com>`,
    oneClickUrl: 'https://shop-of-lessons.com/api/unsubscribe/x',
  });
  mailer.close();
  const file = path.join(folder, `${crypto.randomUUID()}.eml`);
  writeFileSync(file, smtp.accepted.at(-1)?.source ?? '');
  return file;
};

describe('mail check', () => {
  it('reports one good result for each check when everything is in order', async () => {
    const { code, lines, out } = await check(GOOD);
    expect([code, lines.map((line) => line.slice(0, 12))]).toEqual([
      0,
      ['ok    SPF: s', 'ok    DKIM: ', 'ok    DMARC:', 'ok    MX: sh'],
    ]);
    expect(out).not.toContain('PRIVATE');
  });

  it.each<[string, Zone, RegExp]>([
    ['no SPF', withSpf('something else'), /^FIX {3}SPF: .* has no record; publish/],
    ['two SPF records', withSpf('v=spf1 -all', 'v=spf1 ~all'), /^FIX {3}SPF: .* has 2 records/],
    ['an SPF record that lets everybody send', withSpf('v=spf1 +all'), /^FIX {3}SPF: .* lets everybody send/],
    [
      'an SPF record that looks up too many names',
      withSpf(`v=spf1 ${'include:mailers.net '.repeat(11)}-all`),
      /^FIX {3}SPF: .* at most ten names/,
    ],
    ['an SPF record with a mistake', withSpf('v=spf1 ip4:1.2.3.400 -all'), /^FIX {3}SPF: .* cannot be evaluated/],
    ['an open SPF record', withSpf('v=spf1 include:mailers.net ?all'), /^note {2}SPF: .* restricts no sender/],
    [
      'an SPF record without our server',
      withSpf('v=spf1 ip4:198.51.100.7 -all'),
      /^note {2}SPF: .* smtp\.mailers\.net \(203\.0\.113\.9\)/,
    ],
    [
      'no DKIM key',
      without('s2026._domainkey.shop-of-lessons.com TXT'),
      /^FIX {3}DKIM: .* publish at s2026\._domainkey\.shop-of-lessons\.com the TXT record "v=DKIM1; k=rsa; p=MII/,
    ],
    [
      "someone else's DKIM key",
      { ...GOOD, 's2026._domainkey.shop-of-lessons.com TXT': [dkimRecordOf({ ...DKIM, privateKey: keyOf(2048) })] },
      /^FIX {3}DKIM: our signature does not verify/,
    ],
    ['no DMARC', without('_dmarc.shop-of-lessons.com TXT'), /^FIX {3}DMARC: .* has no record/],
    [
      'a DMARC policy of none',
      { ...GOOD, '_dmarc.shop-of-lessons.com TXT': ['v=DMARC1; p=none'] },
      /^note {2}DMARC: the policy .* is "none"/,
    ],
    [
      'no reports',
      { ...GOOD, '_dmarc.shop-of-lessons.com TXT': ['v=DMARC1; p=reject'] },
      /^note {2}DMARC: .* has no address for reports/,
    ],
    ['no MX', without('shop-of-lessons.com MX'), /^FIX {3}MX: .* accepts no mail/],
    ['a null MX', { ...GOOD, 'shop-of-lessons.com MX': ['.'] }, /^FIX {3}MX: .* accepts no mail/],
    [
      'an address without MX',
      { ...without('shop-of-lessons.com MX'), 'shop-of-lessons.com A': ['198.51.100.7'] },
      /^note {2}MX: .* has no record/,
    ],
    [
      'an IPv6 address without MX',
      { ...without('shop-of-lessons.com MX'), 'shop-of-lessons.com AAAA': ['2001:db8::7'] },
      /^note {2}MX: .* has no record/,
    ],
  ])('finds %s', async (_case, zone, line) => {
    const { code, lines } = await check(zone);
    const found = lines.find((text) => line.test(text));
    expect(found, lines.join('\n')).toBeDefined();
    expect(code).toBe(found?.startsWith('FIX') ? 1 : 0);
  });

  it('recommends a longer key', async () => {
    const short = { ...DKIM, privateKey: keyOf(1024) };
    const zone = { ...GOOD, 's2026._domainkey.shop-of-lessons.com TXT': [dkimRecordOf(short)] };
    const { out } = await check(zone, { ...SIGNING, DKIM_PRIVATE_KEY: short.privateKey });
    expect(out).toContain('note  DKIM: the key has 1024 bits');
  });

  it.each(['localhost', '127.0.0.1', '[::1]'])(
    'does not look for a mail server on this machine (%s) in SPF',
    async (host) => {
      const { out } = await check(GOOD, { ...SIGNING, SMTP_URL: `smtp://${host}:25` });
      expect(out).not.toContain('::1');
      expect(out).not.toContain(host);
    },
  );

  it('says what to do when the provider has to sign', async () => {
    expect((await check(GOOD, {})).out).toMatch(/note {2}DKIM: no key is set here.*mail check --file/);
  });

  it.each(['course@daybreak-ai.example', 'Lessons <course@example.com>'])(
    'refuses the sample address %s at once',
    async (from) => {
      expect(await check(GOOD, { MAIL_FROM: from })).toMatchObject({
        code: 1,
        out: expect.stringMatching(/^FIX {3}MAIL_FROM is a sample/),
      });
    },
  );

  it('says when the name server does not answer', async () => {
    expect(await check(GOOD, SIGNING, ['--dns', '127.0.0.1:9'])).toMatchObject({
      code: 1,
      out: expect.stringContaining('FIX   The name server does not answer'),
    });
    expect(await check(GOOD, SIGNING, ['--dns', 'nonsense'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('is not a name server'),
    });
  });
});

describe('a mail that was sent with a key', () => {
  const resolver = (name: string, type: string) => {
    const dnsResolver = new Resolver();
    dnsResolver.setServers([dns.address]);
    return dnsResolver.resolve(name, type) as Promise<string[]>;
  };

  it('has a signature that a mailbox can verify, over the headers that RFC 8058 requires', async () => {
    dns.zone = GOOD;
    await received(DKIM);
    const { source = '' } = smtp.accepted.at(-1) ?? {};
    const { results } = await dkimVerify(source, { resolver });
    expect(results.map(({ signingDomain, status }) => [signingDomain, status.result])).toEqual([
      ['shop-of-lessons.com', 'pass'],
    ]);
    const [, signed = ''] = /^DKIM-Signature:[^]*?\bh=([^;]+);/m.exec(source) ?? [];
    const headers = signed.toLowerCase().replace(/\s/g, '').split(':');
    expect(headers).toEqual(
      expect.arrayContaining(['from', 'to', 'subject', 'message-id', 'list-unsubscribe', 'list-unsubscribe-post']),
    );
  });

  it('does not verify after it was changed', async () => {
    await received(DKIM);
    const changed = (smtp.accepted.at(-1)?.source ?? '').replace('Hello', 'Hullo');
    expect((await dkimVerify(changed, { resolver })).results.map(({ status }) => status.result)).toEqual(['neutral']);
  });

  it.each([
    ['signed by the domain', DKIM, 0, /ok {4}DKIM: the received mail is signed by shop-of-lessons\.com/],
    ['unsigned', undefined, 1, /FIX {3}DKIM: the received mail carries no signature/],
    [
      'signed with another key',
      { ...DKIM, privateKey: keyOf(2048) },
      1,
      /FIX {3}DKIM: a signature of the received mail does not verify/,
    ],
  ])('is checked from a file: %s', async (_case, dkim, code, line) => {
    const file = await received(dkim);
    const result = await check(GOOD, {}, ['--file', file]);
    expect(result.out).toMatch(line);
    expect(result.code).toBe(code);
  });

  it('does not count for DMARC if the provider signs it as itself', async () => {
    const foreign = { ...DKIM, domain: 'mailers.net' };
    const zone = { ...GOOD, 's2026._domainkey.mailers.net TXT': [dkimRecordOf(DKIM)] };
    expect(await check(zone, {}, ['--file', await received(foreign)])).toMatchObject({
      code: 1,
      out: expect.stringMatching(/FIX {3}DMARC: the signature of mailers\.net does not count/),
    });
  });

  it('is reported when its file cannot be read', async () => {
    expect(await check(GOOD, {}, ['--file', path.join(folder, 'none')])).toMatchObject({
      code: 1,
      err: expect.stringContaining('cannot be read'),
    });
  });
});
