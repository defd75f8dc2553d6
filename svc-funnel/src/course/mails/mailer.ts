import { PRODUCT } from '@course/funnel';
import { isLoopbackName } from '@course/service-kit';
import { createTransport, type Transporter } from 'nodemailer';
import type { DkimKey } from '../../platform/mail-settings.ts';
import { domainOf, isUsableAddress, oneLine, withoutEncodedWords } from './headers.ts';
import { MailError, toMailError } from './mail-error.ts';

/** A mail to one recipient. */
export interface OutgoingMail {
  /** An address without a name. */
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** The same for all attempts: `<uuid@host>`. */
  readonly messageId: string;
  /** The one-click URL of RFC 8058, for mails that can be unsubscribed from. */
  readonly oneClickUrl?: string;
}

export interface MailerSettings {
  /** `smtp://user:password@host:port`, or `smtps:`. With `smtp:`, a server that takes a password must support STARTTLS. */
  readonly smtpUrl: string;
  /** `course@example.com` or `Name <course@example.com>`. */
  readonly from: string;
  /** The key that signs every mail; without it, signing is up to the mail server. */
  readonly dkim?: DkimKey | undefined;
  /** Makes SendGrid return our Message-ID with every event; without it, complaints do not say which mail they concern. */
  readonly forSendgrid?: boolean;
  readonly timeouts?: Partial<MailTimeouts>;
  /** How many mails are sent at a time; 6 by default. */
  readonly connections?: number;
}

/** In milliseconds. */
export interface MailTimeouts {
  readonly connect: number;
  readonly greeting: number;
  /** Without any data from the server. */
  readonly socket: number;
  /** For one mail as a whole: no socket timeout detects a server that sends a byte now and then. */
  readonly mail: number;
}

const TIMEOUTS: MailTimeouts = { connect: 10_000, greeting: 10_000, socket: 30_000, mail: 120_000 };

/**
 * Returns the headers that name the list of lessons and its one-click unsubscribe, and those that suppress automatic
 * answers. Only absence notes and automatic replies are suppressed: delivery reports are wanted.
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

/** RFC 8058 requires both headers of a one-click unsubscribe to be signed. */
const SIGNED_HEADERS = [
  'From:Sender:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Content-Transfer-Encoding',
  'List-Id:List-Unsubscribe:List-Unsubscribe-Post:Auto-Submitted',
].join(':');

/** Returns Nodemailer's settings for a key. */
export const signingOf = ({ domain, selector, privateKey }: DkimKey) => ({
  domainName: domain,
  keySelector: selector,
  privateKey,
  headerFieldNames: SIGNED_HEADERS,
});

/** True if the URL has a password for a server on another machine: neither it nor the mails may go there in plain text. */
const needsTls = (smtpUrl: string): boolean => {
  const { hostname, username } = new URL(smtpUrl);
  return username !== '' && !isLoopbackName(hostname);
};

/** Sends mails to an SMTP server over a small pool of connections. */
export class Mailer {
  readonly #transport: Transporter;
  readonly #from: string;
  readonly #mailTimeout: number;
  readonly #forSendgrid: boolean;

  constructor({ smtpUrl, from, dkim, forSendgrid = false, timeouts, connections = 6 }: MailerSettings) {
    const { connect, greeting, socket, mail } = { ...TIMEOUTS, ...timeouts };
    this.#from = from;
    this.#mailTimeout = mail;
    this.#forSendgrid = forSendgrid;
    this.#transport = createTransport({
      url: smtpUrl,
      requireTLS: needsTls(smtpUrl),
      pool: true,
      maxConnections: connections,
      // Our own queue retries, visibly, so the pool must not.
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

  /** Accepts no more mails. Those being sent are finished first. */
  close(): void {
    this.#transport.close();
  }
}
