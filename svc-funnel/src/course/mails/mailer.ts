import { PRODUCT } from '@course/funnel';
import { createTransport, type Transporter } from 'nodemailer';
import type { DkimKey } from '../../platform/mail-settings.ts';
import { domainOf, isUsableAddress, oneLine, withoutEncodedWords } from './headers.ts';
import { MailError, toMailError } from './mail-error.ts';

export { MailError, type MailErrorKind } from './mail-error.ts';

/** One mail to one person. */
export interface OutgoingMail {
  /** A bare address. */
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Stable over all tries: `<uuid@host>`. */
  readonly messageId: string;
  /** One-click address of RFC 8058, for every mail of the list that its reader can end. */
  readonly oneClickUrl?: string;
}

export interface MailerSettings {
  /** `smtp://user:password@host:port`, or `smtps:`. */
  readonly smtpUrl: string;
  /** `course@example.com` or `Name <course@example.com>`. */
  readonly from: string;
  /** Signs every mail; without it the mail server does, or nobody. */
  readonly dkim?: DkimKey | undefined;
  /** Has SendGrid name our Message-ID in all that it reports: of a complaint it tells no other. */
  readonly forSendgrid?: boolean;
  readonly timeouts?: Partial<MailTimeouts>;
  /** How many mails are under way at a time; 5 by default. */
  readonly connections?: number;
}

/** In milliseconds. */
export interface MailTimeouts {
  readonly connect: number;
  readonly greeting: number;
  /** Without a byte from the server. */
  readonly socket: number;
  /** For one mail as a whole: no socket timeout notices a server that trickles. */
  readonly mail: number;
}

const TIMEOUTS: MailTimeouts = { connect: 10_000, greeting: 10_000, socket: 30_000, mail: 120_000 };

/**
 * What names the list of lessons and ends it at one click, and what tells machines not to answer. Absence notes and
 * automatic replies only: reports of what could not be delivered are wanted.
 */
const headersOf = (oneClickUrl: string | undefined, from: string): Record<string, string> => ({
  'Auto-Submitted': 'auto-generated',
  'X-Auto-Response-Suppress': 'OOF, AutoReply',
  ...(oneClickUrl !== undefined && {
    'List-Id': `${PRODUCT.name} lessons <lessons.${domainOf(from)}>`,
    'List-Unsubscribe': `<${oneClickUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }),
});

/** RFC 8058 wants both headers of a one-click unsubscription signed. */
const SIGNED_HEADERS = [
  'From:Sender:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Content-Transfer-Encoding',
  'List-Id:List-Unsubscribe:List-Unsubscribe-Post:Auto-Submitted',
].join(':');

/** Nodemailer's settings for a key. */
export const signingOf = ({ domain, selector, privateKey }: DkimKey) => ({
  domainName: domain,
  keySelector: selector,
  privateKey,
  headerFieldNames: SIGNED_HEADERS,
});

/** Hands mails to an SMTP server over a few kept connections. */
export class Mailer {
  readonly #transport: Transporter;
  readonly #from: string;
  readonly #mailTimeout: number;
  readonly #forSendgrid: boolean;

  constructor({ smtpUrl, from, dkim, forSendgrid = false, timeouts, connections = 5 }: MailerSettings) {
    const { connect, greeting, socket, mail } = { ...TIMEOUTS, ...timeouts };
    this.#from = from;
    this.#mailTimeout = mail;
    this.#forSendgrid = forSendgrid;
    this.#transport = createTransport({
      url: smtpUrl,
      pool: true,
      maxConnections: connections,
      // Our own queue tries again, visibly; the pool must not do so behind its back.
      maxRequeues: 0,
      connectionTimeout: connect,
      greetingTimeout: greeting,
      socketTimeout: socket,
      dnsTimeout: connect,
      disableFileAccess: true,
      disableUrlAccess: true,
      ...(dkim && { dkim: signingOf(dkim) }),
    });
  }

  /** Resolves once the server has accepted the mail; rejects with MailError. */
  async send({ to, subject, html, text, messageId, oneClickUrl }: OutgoingMail): Promise<void> {
    if (!isUsableAddress(to)) throw new MailError('permanent', 'unusable address');
    const message = {
      from: this.#from,
      to: { name: '', address: to },
      replyTo: PRODUCT.supportEmail,
      subject: withoutEncodedWords(oneLine(subject, 200)),
      html,
      text,
      messageId,
      headers: {
        ...headersOf(oneClickUrl, this.#from),
        ...(this.#forSendgrid && { 'X-SMTPAPI': JSON.stringify({ unique_args: { message_id: messageId } }) }),
      },
      signal: AbortSignal.timeout(this.#mailTimeout),
    };
    await this.#transport.sendMail(message).catch((error: unknown) => {
      throw toMailError(error);
    });
  }

  /** Takes no more mails. One that is under way is finished first. */
  close(): void {
    this.#transport.close();
  }
}
