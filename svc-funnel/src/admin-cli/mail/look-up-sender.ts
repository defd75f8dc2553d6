import { createPublicKey } from 'node:crypto';
import type { MxRecord } from 'node:dns';
import { isIP } from 'node:net';
import { hostOf, isLoopbackName } from '@course/service-kit';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { dmarc } from 'mailauth/lib/dmarc/index.js';
import { spf } from 'mailauth/lib/spf/index.js';
import { createTransport } from 'nodemailer';
import { addressIn, domainOf } from '../../course/mails/headers.ts';
import { signingOf } from '../../course/mails/mailer.ts';
import type { DkimKey, MailSettings } from '../../platform/mail-settings.ts';
import { type SenderRecords, type Signatures, signersIn } from './judge-sender.ts';

/** Queries DNS, like `dns.promises.resolve`. */
export interface Resolve {
  (name: string, type: 'MX'): Promise<MxRecord[]>;
  (name: string, type: string): Promise<string[] | string[][]>;
}

export interface SenderCheck {
  readonly resolve: Resolve;
  readonly now: Date;
  /** The source of a mail as its reader received it. */
  readonly received?: Buffer | undefined;
}

type Sender = Pick<MailSettings, 'from' | 'smtpUrl' | 'dkim'>;

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'ENODATA');

/** Returns the rows of an answer; empty if the name has none. Rejects when DNS does not answer. */
const rowsOf = async <Row>(answer: Promise<Row[]>): Promise<Row[]> => {
  try {
    return await answer;
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
};

const recordsOf = async (resolve: Resolve, name: string, type: string): Promise<string[]> =>
  (await rowsOf<string | string[]>(resolve(name, type))).map((row) => (Array.isArray(row) ? row.join('') : row));

/** An address of the documentation network (RFC 5737), which never sends mail: evaluating it walks the whole record. */
const UNUSED_IP = '192.0.2.1';

/** Returns the first address of a URL's server; undefined if it is on this machine, or if its name does not resolve. */
const addressOf = async (resolve: Resolve, url: URL): Promise<string | undefined> => {
  if (isLoopbackName(url.hostname)) return undefined;
  const host = hostOf(url);
  return isIP(host) > 0 ? host : (await recordsOf(resolve, host, 'A'))[0];
};

const evaluateSpf = async (resolve: Resolve, from: string, ip: string) => {
  const sender = addressIn(from);
  const { status } = await spf({ sender, ip, helo: domainOf(from), mta: domainOf(from), resolver: resolve });
  return { result: status.result, comment: status.comment };
};

const lookUpSpf = async ({ from, smtpUrl }: Sender, resolve: Resolve): Promise<SenderRecords['spf']> => {
  const records = (await recordsOf(resolve, domainOf(from), 'TXT')).filter((text) => /^v=spf1( |$)/i.test(text));
  if (records.length !== 1) return { records, forStranger: null, forServer: null };
  const url = new URL(smtpUrl);
  const { hostname: name } = url;
  const ip = await addressOf(resolve, url);
  return {
    records,
    forStranger: await evaluateSpf(resolve, from, UNUSED_IP),
    forServer: ip === undefined ? null : { name, ip, result: (await evaluateSpf(resolve, from, ip)).result },
  };
};

/** Returns the TXT record with which signatures by this key can be verified. */
export const dkimRecordOf = ({ privateKey }: DkimKey): string =>
  `v=DKIM1; k=rsa; p=${createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64')}`;

/** Returns a mail as this shop sends it: signed, but not sent. */
const signedTestMail = async ({ from }: Sender, dkim: DkimKey, now: Date): Promise<Buffer> => {
  const transport = createTransport({ streamTransport: true, buffer: true, dkim: signingOf(dkim) });
  const { message } = await transport.sendMail({
    from,
    to: `test@${domainOf(from)}`,
    subject: 'Test of a signature',
    text: 'This mail is signed, verified and thrown away.',
    date: now,
  });
  return message as Buffer;
};

const verifySignatures = async (mail: Buffer, resolve: Resolve): Promise<Signatures> => {
  const { results } = await dkimVerify(mail, { resolver: resolve });
  const signed = results.filter(({ signingDomain }) => signingDomain);
  return {
    passed: signed.filter(({ status }) => status.result === 'pass').map(({ signingDomain }) => signingDomain),
    failed: signed
      .filter(({ status }) => status.result !== 'pass')
      .map(
        ({ signingDomain, selector, status }) =>
          `${selector}._domainkey.${signingDomain}: ${status.comment ?? status.result}`,
      ),
  };
};

const lookUpOwnKey = async (sender: Sender, { resolve, now }: SenderCheck): Promise<SenderRecords['ownKey']> => {
  const { dkim } = sender;
  if (!dkim) return null;
  return {
    ...(await verifySignatures(await signedTestMail(sender, dkim, now), resolve)),
    name: `${dkim.selector}._domainkey.${dkim.domain}`,
    record: dkimRecordOf(dkim),
    bits: createPublicKey(dkim.privateKey).asymmetricKeyDetails?.modulusLength ?? 0,
  };
};

const lookUpDmarc = async (
  domain: string,
  signers: readonly string[],
  resolve: Resolve,
): Promise<SenderRecords['dmarc']> => {
  const dkimDomains = signers.map((signer) => ({ domain: signer }));
  const result = await dmarc({ headerFrom: [domain], spfDomains: [], dkimDomains, resolver: resolve });
  if (!result || result.status.result === 'none' || result.rr === undefined) return null;
  return { record: result.rr, policy: result.policy, isSigned: result.status.result === 'pass' };
};

const lookUpMx = async (domain: string, resolve: Resolve): Promise<SenderRecords['mx']> => {
  const servers = (await rowsOf(resolve(domain, 'MX'))).map(({ exchange }) => exchange);
  const hasAddress =
    servers.length === 0 &&
    [...(await recordsOf(resolve, domain, 'A')), ...(await recordsOf(resolve, domain, 'AAAA'))].length > 0;
  return { servers, hasAddress };
};

/** Looks up what mailboxes look at before they trust a sender. Rejects when DNS does not answer. */
export async function lookUpSender(sender: Sender, check: SenderCheck): Promise<SenderRecords> {
  const { resolve } = check;
  const domain = domainOf(sender.from).toLowerCase();
  const spf = await lookUpSpf(sender, resolve);
  const ownKey = await lookUpOwnKey(sender, check);
  const received = check.received ? await verifySignatures(check.received, resolve) : null;
  const dmarc = await lookUpDmarc(domain, signersIn({ ownKey, received }), resolve);
  return { domain, spf, ownKey, received, dmarc, mx: await lookUpMx(domain, resolve) };
}
