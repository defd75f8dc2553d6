import { Resolver } from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import { isSampleAddress } from '@course/funnel';
import { domainOf } from '../../course/mails/headers.ts';
import type { MailSettings } from '../../platform/mail-settings.ts';
import { type Command, OwnerError } from '../command.ts';
import { plain } from '../text.ts';
import { judgeSender, type SenderFinding } from './judge-sender.ts';
import type { Resolve, SenderCheck } from './look-up-sender.ts';

const DNS_TIMEOUT_MS = 5000;

/** Returns a resolver that uses this server, or the machine's. */
const resolverOf = (server: string | undefined): Resolve => {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 2 });
  try {
    if (server !== undefined) resolver.setServers([server]);
  } catch {
    throw new OwnerError(
      `${plain(server ?? '')} is not a name server: give an address such as 1.1.1.1 or 127.0.0.1:5353.`,
    );
  }
  return ((name, type) => resolver.resolve(name, type)) as Resolve;
};

const readMail = (file: string): Buffer => {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new OwnerError(`${plain(file)} cannot be read. Save a received mail's source there.`, { cause: error });
  }
};

const checkSender = async (mail: MailSettings, check: SenderCheck): Promise<SenderFinding[]> => {
  const bad = (text: string): SenderFinding[] => [{ level: 'bad', text }];
  if (isSampleAddress(mail.from))
    return bad(`MAIL_FROM is a sample (${domainOf(mail.from)}); set it to an address of your own domain.`);
  // The libraries that verify mails take a moment to load, and no other command needs them.
  const { lookUpSender } = await import('./look-up-sender.ts');
  try {
    return judgeSender(await lookUpSender(mail, check));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
    return bad(`The name server does not answer (${code}); check the network, or use another one with --dns 1.1.1.1.`);
  }
};

const MARKS = { good: 'ok  ', note: 'note', bad: 'FIX ' } as const;

export const checkMail: Command = {
  name: 'mail check',
  args: [],
  summary:
    "checks whether mailboxes can trust our mails: SPF, DKIM and DMARC of MAIL_FROM's domain (exit code 1 if not)",
  notes: [
    'With DKIM keys, a test mail is signed and verified against the published key; it is not sent. If your mail provider',
    'signs, buy a plan yourself, run resend <order> link, save the source of that mail ("Show original"), and pass it with --file.',
  ],
  options: {
    file: { type: 'string', value: 'mail.eml', help: 'verify the signatures of a received mail, too' },
    dns: { type: 'string', value: 'server', help: "use this name server instead of the machine's, such as 1.1.1.1" },
  },
  async run({ deps: { env, clock }, terminal, option }) {
    const file = option('file');
    const received = file === undefined ? undefined : readMail(file);
    const findings = await checkSender(env.mail, { resolve: resolverOf(option('dns')), now: clock(), received });
    terminal.out(findings.map(({ level, text }) => `${MARKS[level]}  ${text}`).join('\n'));
    return findings.some(({ level }) => level === 'bad') ? 1 : 0;
  },
};
