import { execFileSync, spawnSync } from 'node:child_process';
import { seededRandom, testSeed } from '@course/test-kit/seeded-random';
import { createTransport } from 'nodemailer';
import { beforeAll, describe, expect, it } from 'vitest';
import { SAMPLE_MAILS } from '../../../test/sample-mails.ts';
import { renderMail } from './render.ts';

/** How many kinds are scored; `npm run test:long` scores all. */
const KINDS = Number(process.env['JUDGED_KINDS'] ?? 4);
const scoredKinds = seededRandom(testSeed()).sample(Object.entries(SAMPLE_MAILS), KINDS);

const hasSpamAssassin = spawnSync('spamassassin', ['--version']).status === 0;

/** Returns a mail's source as it is sent, without what only a receiving server adds. */
const sourceOf = async (mail: (typeof SAMPLE_MAILS)[keyof typeof SAMPLE_MAILS]): Promise<string> => {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  const { message } = await transport.sendMail({
    from: 'Daybreak AI <course@daybreak-ai.com>',
    to: 'ada@example.com',
    messageId: `<6f1a4c34-6d2c-4b7e-9d41-1f9f2f7d8a10@daybreak-ai.com>`,
    ...(await renderMail(mail)),
  });
  return (message as Buffer).toString('utf8');
};

const GTUBE = 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X';
const SPAM = `From: a@example.com\nTo: b@example.com\nSubject: x\n\n${GTUBE}\n`;

const POINTS = /^X-Spam-Status: .*?score=(-?[\d.]+).*?tests=([^ ]*)/m;

/**
 * Returns the score and the matched rules of each mail. Uses one mailbox, because SpamAssassin takes seconds to load
 * its rules.
 */
const score = (mails: readonly string[]): ReadonlyMap<string, { readonly score: number; readonly tests: string }> => {
  const mailbox = mails.map(
    (mail, at) =>
      `From ${at}@example.com Sun Nov 22 12:00:00 2026\n${mail.replace(/^From /gm, '>From ').trimEnd()}\n\n`,
  );
  const output = execFileSync('spamassassin', ['--local', '--mbox'], {
    input: mailbox.join(''),
    encoding: 'utf8',
    maxBuffer: 100 * 1024 * 1024,
  });
  // The results come in another order, each with its `From` line.
  return new Map(
    output.split(/^(?=From \d+@)/m).map((text) => {
      const [, score = 'NaN', tests = ''] = POINTS.exec(text.replace(/\n[ \t]+/g, ' ')) ?? [];
      return [mails[parseInt(text.slice('From '.length))] ?? text, { score: Number(score), tests }];
    }),
  );
};

// Runs if SpamAssassin is installed (apt-get install spamassassin), with its local rules and without the network.
describe.runIf(hasSpamAssassin)('SpamAssassin', () => {
  const mails = new Map<string, string>();
  let scored: ReturnType<typeof score>;
  beforeAll(async () => {
    for (const [kind, mail] of scoredKinds) mails.set(kind, await sourceOf(mail));
    scored = score([...mails.values(), SPAM]);
  }, 180_000);

  it.each(scoredKinds)('gives a mail of the kind %s 0 points', (kind) => {
    const { score, tests } = scored.get(mails.get(kind)!)!;
    expect(score, tests).toBeLessThanOrEqual(0);
  });

  it('detects spam', () => {
    expect(scored.get(SPAM)?.score).toBeGreaterThan(100);
  });
});
