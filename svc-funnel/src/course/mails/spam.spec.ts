import { execFileSync, spawnSync } from 'node:child_process';
import { createTransport } from 'nodemailer';
import { expect, it } from 'vitest';
import { SAMPLE_MAILS } from '../../../test/sample-mails.ts';
import { renderMail } from './render.ts';

const hasSpamAssassin = spawnSync('spamassassin', ['--version']).status === 0;

/** Each kind as it is sent, without what only a receiving server adds. */
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

const POINTS = /^X-Spam-Status: .*?score=(-?[\d.]+).*?tests=([^ ]*)/m;

// Where SpamAssassin is installed (apt-get install spamassassin); its local rules, nothing from the network.
it.runIf(hasSpamAssassin)(
  'every kind of mail scores 0 with SpamAssassin',
  async () => {
    const scores: Record<string, string> = {};
    for (const [kind, mail] of Object.entries(SAMPLE_MAILS)) {
      const judged = execFileSync('spamassassin', ['--local'], { input: await sourceOf(mail), encoding: 'utf8' });
      const [, score = 'none', tests = ''] = POINTS.exec(judged.replace(/\n[ \t]+/g, ' ')) ?? [];
      scores[kind] = Number(score) <= 0 ? 'fine' : `${score} ${tests}`;
    }
    expect(scores).toEqual(Object.fromEntries(Object.keys(SAMPLE_MAILS).map((kind) => [kind, 'fine'])));
  },
  180_000,
);

it.runIf(hasSpamAssassin)(
  'spam would be noticed',
  () => {
    const gtube = 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X';
    const mail = `From: a@example.com\nTo: b@example.com\nSubject: x\n\n${gtube}\n`;
    const judged = spawnSync('spamassassin', ['--local'], { input: mail, encoding: 'utf8' }).stdout;
    expect(Number(POINTS.exec(judged.replace(/\n[ \t]+/g, ' '))?.[1])).toBeGreaterThan(100);
  },
  60_000,
);
