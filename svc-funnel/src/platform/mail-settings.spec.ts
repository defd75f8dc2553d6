import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { EnvError } from '@course/contracts/env';
import { describe, expect, it } from 'vitest';
import { testEnv } from '../../test/service.ts';
import { parseEnv } from './env.ts';

const pem = (type: 'rsa' | 'ed25519', modulusLength = 2048): string => {
  const { privateKey } =
    type === 'rsa' ? generateKeyPairSync('rsa', { modulusLength }) : generateKeyPairSync('ed25519');
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
};
const KEY = pem('rsa');
const DKIM = { DKIM_DOMAIN: 'daybreak-ai.example', DKIM_SELECTOR: 's2026', DKIM_PRIVATE_KEY: KEY };

const settings = (vars: Record<string, string>) => parseEnv(testEnv(vars)).mail;
const problems = (vars: Record<string, string>): readonly string[] => {
  try {
    settings(vars);
    return [];
  } catch (error) {
    if (error instanceof EnvError) return error.problems;
    throw error;
  }
};

describe('settings of mail', () => {
  it('are off when nothing is set', () => {
    expect(settings({})).toMatchObject({
      warmUp: undefined,
      dkim: undefined,
      imapUrl: undefined,
      eventKeys: { mailgun: undefined, sendgrid: undefined },
    });
  });

  it('read a DKIM key from a file or from one line', () => {
    const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'dkim-')), 'key.pem');
    writeFileSync(file, KEY);
    const rest = { DKIM_DOMAIN: DKIM.DKIM_DOMAIN, DKIM_SELECTOR: DKIM.DKIM_SELECTOR };
    const expected = { domain: 'daybreak-ai.example', selector: 's2026', privateKey: KEY };
    expect(settings({ ...rest, DKIM_PRIVATE_KEY_FILE: file }).dkim).toEqual(expected);
    expect(settings({ ...rest, DKIM_PRIVATE_KEY: KEY.replaceAll('\n', String.raw`\n`) }).dkim).toEqual(expected);
  });

  it('have a warm-up of two weeks, or of the configured amounts', () => {
    expect(settings({ MAIL_WARM_UP_FROM: '2026-12-01' }).warmUp?.amounts).toHaveLength(14);
    expect(settings({ MAIL_WARM_UP_FROM: '2026-12-01', MAIL_WARM_UP: '5, 10' }).warmUp).toEqual({
      from: '2026-12-01',
      amounts: [5, 10],
    });
  });

  it.each<[string, Record<string, string>, RegExp]>([
    [
      'only a part of DKIM',
      { DKIM_DOMAIN: 'daybreak-ai.example' },
      /^DKIM_SELECTOR, DKIM_PRIVATE_KEY or .*set all or none/,
    ],
    ['an invalid key', { ...DKIM, DKIM_PRIVATE_KEY: 'secret' }, /^DKIM_PRIVATE_KEY: must be a private key in PEM/],
    ['a key of another kind', { ...DKIM, DKIM_PRIVATE_KEY: pem('ed25519') }, /^DKIM_PRIVATE_KEY: must be an RSA key/],
    ['a short key', { ...DKIM, DKIM_PRIVATE_KEY: pem('rsa', 768) }, /^DKIM_PRIVATE_KEY: is too short with 768 bits/],
    [
      'a file that does not exist',
      { DKIM_DOMAIN: 'daybreak-ai.example', DKIM_SELECTOR: 's', DKIM_PRIVATE_KEY_FILE: '/nowhere/key' },
      /^DKIM_PRIVATE_KEY_FILE: cannot be read/,
    ],
    [
      "somebody else's domain",
      { ...DKIM, DKIM_DOMAIN: 'elsewhere.example' },
      /^DKIM_DOMAIN: must be the domain of MAIL_FROM/,
    ],
    ['an invalid selector', { ...DKIM, DKIM_SELECTOR: 's;p=x' }, /^DKIM_SELECTOR: must be a selector/],
    ['amounts without a day', { MAIL_WARM_UP: '1,2' }, /^MAIL_WARM_UP_FROM: is missing/],
    ['an invalid day', { MAIL_WARM_UP_FROM: '2026-13-01' }, /^MAIL_WARM_UP_FROM: must be a day/],
    ['invalid amounts', { MAIL_WARM_UP_FROM: '2026-12-01', MAIL_WARM_UP: '0,5' }, /^MAIL_WARM_UP: must be numbers/],
    ['a mailbox without a user', { IMAP_URL: 'imaps://mail.example.com' }, /^IMAP_URL: must contain user and password/],
    [
      'a mailbox of another kind',
      { IMAP_URL: 'pop3://a:b@mail.example.com' },
      /^IMAP_URL: must be an address such as imaps/,
    ],
    ['a short signing key', { MAILGUN_SIGNING_KEY: 'short' }, /^MAILGUN_SIGNING_KEY: must be/],
    [
      'an invalid verification key',
      { SENDGRID_VERIFICATION_KEY: 'AAAA' },
      /^SENDGRID_VERIFICATION_KEY: must be the verification key/,
    ],
  ])('refuse %s, and say what to do', (_case, vars, problem) => {
    const found = problems(vars);
    expect(found).toEqual([expect.stringMatching(problem)]);
    expect(found.join()).not.toContain('PRIVATE KEY-----');
  });
});
