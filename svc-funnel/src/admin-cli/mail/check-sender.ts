import { createPublicKey } from 'node:crypto';
import type { MxRecord } from 'node:dns';
import { isIP } from 'node:net';
import { isSampleAddress } from '@course/funnel';
import { isLoopbackName } from '@course/service-kit';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { dmarc } from 'mailauth/lib/dmarc/index.js';
import { spf } from 'mailauth/lib/spf/index.js';
import { createTransport } from 'nodemailer';
import { addressIn, domainOf } from '../../course/mails/headers.ts';
import { signingOf } from '../../course/mails/mailer.ts';
import type { DkimKey, MailSettings } from '../../platform/mail-settings.ts';

/** Queries DNS, like `dns.promises.resolve`. */
export interface Resolve {
  (name: string, type: 'MX'): Promise<MxRecord[]>;
  (name: string, type: string): Promise<string[] | string[][]>;
}

/** One sentence with the result of a check and, unless that is good, what to do. */
export interface SenderFinding {
  readonly level: 'good' | 'note' | 'bad';
  readonly text: string;
}

export interface SenderCheck {
  readonly resolve: Resolve;
  readonly now: Date;
  /** The source of a mail as its reader received it. */
  readonly received?: Buffer | undefined;
}

type Sender = Pick<MailSettings, 'from' | 'smtpUrl' | 'dkim'>;

const good = (text: string): SenderFinding => ({ level: 'good', text });
const note = (text: string): SenderFinding => ({ level: 'note', text });
const bad = (text: string): SenderFinding => ({ level: 'bad', text });

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

/** Returns the addresses of our SMTP server; none if it is on this machine, or if its name does not resolve. */
const smtpAddresses = async (resolve: Resolve, smtpUrl: string): Promise<string[]> => {
  const { hostname } = new URL(smtpUrl);
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isLoopbackName(host)) return [];
  return isIP(host) > 0 ? [host] : recordsOf(resolve, host, 'A');
};

const spfResult = async (resolve: Resolve, from: string, ip: string) => {
  const sender = addressIn(from);
  const { status } = await spf({ sender, ip, helo: domainOf(from), mta: domainOf(from), resolver: resolve });
  return status;
};

const checkSpf = async ({ from, smtpUrl }: Sender, resolve: Resolve): Promise<SenderFinding[]> => {
  const domain = domainOf(from);
  const records = (await recordsOf(resolve, domain, 'TXT')).filter((text) => /^v=spf1( |$)/i.test(text));
  if (records.length === 0)
    return [
      bad(
        `SPF: ${domain} has no record; publish the TXT record that your mail provider gives, such as "v=spf1 include:mail.example.com -all".`,
      ),
    ];
  if (records.length > 1)
    return [bad(`SPF: ${domain} has ${records.length} records, so none counts; merge them into one.`)];
  const [record = ''] = records;
  if (/(^|\s)\+?all(\s|$)/i.test(record))
    return [bad(`SPF: the record of ${domain} lets everybody send ("+all"); end it with "-all".`)];
  const whole = await spfResult(resolve, from, UNUSED_IP);
  if (whole.result === 'permerror')
    return [
      bad(
        `SPF: the record of ${domain} cannot be evaluated (${whole.comment ?? 'syntax'}); it may look up at most ten names.`,
      ),
    ];
  if (whole.result === 'temperror')
    return [bad(`SPF: a name in the record of ${domain} cannot be looked up just now; try again, or correct it.`)];
  const findings = [good(`SPF: ${domain} has one record, and it can be evaluated.`)];
  if (whole.result === 'neutral' || whole.result === 'none')
    findings.push(note(`SPF: the record of ${domain} restricts no sender; end it with "~all", later "-all".`));
  const [ip] = await smtpAddresses(resolve, smtpUrl);
  if (ip === undefined) return findings;
  const { result } = await spfResult(resolve, from, ip);
  if (result !== 'pass')
    findings.push(
      note(
        `SPF: the record of ${domain} does not name ${new URL(smtpUrl).hostname} (${ip}); add it, unless your provider sends from other servers.`,
      ),
    );
  return findings;
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

/** Returns the domains whose signatures on a mail are valid, and what is wrong with the others. */
const verifySignatures = async (mail: Buffer, resolve: Resolve) => {
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

const RECOMMENDED_BITS = 2048;

const checkOwnKey = async (sender: Sender, dkim: DkimKey, { resolve, now }: SenderCheck) => {
  const name = `${dkim.selector}._domainkey.${dkim.domain}`;
  const { passed, failed } = await verifySignatures(await signedTestMail(sender, dkim, now), resolve);
  if (passed.length === 0)
    return {
      passed,
      findings: [
        bad(
          `DKIM: our signature does not verify (${failed.join('; ') || 'no signature'}); publish at ${name} the TXT record "${dkimRecordOf(dkim)}".`,
        ),
      ],
    };
  const bits = createPublicKey(dkim.privateKey).asymmetricKeyDetails?.modulusLength ?? 0;
  const findings = [good(`DKIM: a signed test mail verifies with the key at ${name}.`)];
  if (bits < RECOMMENDED_BITS)
    findings.push(
      note(
        `DKIM: the key has ${bits} bits; make one of ${RECOMMENDED_BITS} under a new selector: openssl genrsa ${RECOMMENDED_BITS}.`,
      ),
    );
  return { passed, findings };
};

const checkReceived = async (mail: Buffer, resolve: Resolve) => {
  const { passed, failed } = await verifySignatures(mail, resolve);
  const findings = [
    ...passed.map((domain) => good(`DKIM: the received mail is signed by ${domain}, and the signature verifies.`)),
    ...failed.map((failure) =>
      bad(
        `DKIM: a signature of the received mail does not verify (${failure}); publish the key that your provider shows.`,
      ),
    ),
  ];
  if (findings.length === 0)
    findings.push(
      bad(
        'DKIM: the received mail carries no signature; switch signing on at your mail provider, or set DKIM_DOMAIN, DKIM_SELECTOR and DKIM_PRIVATE_KEY_FILE.',
      ),
    );
  return { passed, findings };
};

const checkDkim = async (sender: Sender, check: SenderCheck) => {
  const own = sender.dkim && (await checkOwnKey(sender, sender.dkim, check));
  const received = check.received && (await checkReceived(check.received, check.resolve));
  const findings = [...(own?.findings ?? []), ...(received?.findings ?? [])];
  if (findings.length === 0)
    findings.push(
      note(
        'DKIM: no key is set here, so your mail provider has to sign; save the source of a mail that you received and run mail check --file <mail.eml>.',
      ),
    );
  return { passed: [...(own?.passed ?? []), ...(received?.passed ?? [])], findings };
};

const checkDmarc = async (domain: string, signers: readonly string[], resolve: Resolve): Promise<SenderFinding[]> => {
  const dkimDomains = signers.map((signer) => ({ domain: signer }));
  const result = await dmarc({ headerFrom: [domain], spfDomains: [], dkimDomains, resolver: resolve });
  if (!result || result.status.result === 'none' || result.rr === undefined)
    return [
      bad(
        `DMARC: ${domain} has no record, or several; publish one at _dmarc.${domain}: "v=DMARC1; p=none; rua=mailto:dmarc@${domain}".`,
      ),
    ];
  const findings =
    result.policy === 'none'
      ? [note(`DMARC: the policy of ${domain} is "none"; once the reports show only your own mails, set p=quarantine.`)]
      : [good(`DMARC: the policy of ${domain} is "${result.policy}".`)];
  if (!/;\s*rua=/i.test(result.rr))
    findings.push(note(`DMARC: the record of ${domain} has no address for reports; add rua=mailto:dmarc@${domain}.`));
  if (signers.length > 0 && result.status.result !== 'pass')
    findings.push(
      bad(
        `DMARC: the signature of ${signers.join(', ')} does not count for ${domain}; have your provider sign as ${domain}.`,
      ),
    );
  return findings;
};

const checkMx = async (domain: string, resolve: Resolve): Promise<SenderFinding[]> => {
  const servers = await rowsOf(resolve(domain, 'MX'));
  // An empty name declares that the domain accepts no mail (RFC 7505).
  if (servers.some(({ exchange }) => exchange !== ''))
    return [good(`MX: ${domain} accepts mail, so bounces and replies reach you.`)];
  // Without a record, mail is delivered to the domain's own address (RFC 5321, 5.1).
  const hasAddress =
    servers.length === 0 &&
    [...(await recordsOf(resolve, domain, 'A')), ...(await recordsOf(resolve, domain, 'AAAA'))].length > 0;
  return hasAddress
    ? [
        note(
          `MX: ${domain} has no record, so bounces and replies go to the machine at its address; publish an MX record unless that accepts mail.`,
        ),
      ]
    : [bad(`MX: ${domain} accepts no mail, so bounces and replies are lost; publish an MX record.`)];
};

/** Checks what mailboxes look at before they trust a sender. Reports problems as findings and does not reject. */
export async function checkSender(sender: Sender, check: SenderCheck): Promise<SenderFinding[]> {
  const domain = domainOf(sender.from).toLowerCase();
  if (isSampleAddress(sender.from))
    return [bad(`MAIL_FROM is a sample (${domain}); set it to an address of your own domain.`)];
  try {
    const dkim = await checkDkim(sender, check);
    return [
      ...(await checkSpf(sender, check.resolve)),
      ...dkim.findings,
      ...(await checkDmarc(domain, dkim.passed, check.resolve)),
      ...(await checkMx(domain, check.resolve)),
    ];
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
    return [
      bad(`The name server does not answer (${code}); check the network, or use another one with --dns 1.1.1.1.`),
    ];
  }
}
