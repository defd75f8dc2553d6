import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { list, smtpUrl, wholeNumber, type Variables } from '@course/contracts/env';
import { z } from 'zod';

const mailbox = z
  .string()
  .regex(
    /^([^<>"]{1,80}<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
    'must be an address such as course@example.com or Name <course@example.com>',
  );

const hostName = z
  .string()
  .regex(
    /^(?=.{1,253}$)[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)+$/i,
    'must be a domain such as example.com',
  );

const SENDGRID_KEY_RULE = 'must be the verification key that SendGrid shows for its signed event webhook';

/** SendGrid shows the key as base64 of its DER form. */
const sendgridKeyOf = (base64: string): KeyObject =>
  createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' });

const isReadable = (read: () => unknown): boolean => {
  try {
    read();
    return true;
  } catch {
    return false;
  }
};

/** The default warm-up: mails per day, from the first day, up to 6000 after two weeks. */
const WARM_UP = [50, 100, 150, 200, 300, 400, 600, 800, 1000, 1500, 2000, 3000, 4000, 6000];

const amounts = list
  .refine((values) => values.length > 0 && values.every((value) => /^[1-9]\d{0,6}$/.test(value)), {
    error: 'must be numbers of mails, one for each day, such as 50,100,200',
  })
  .transform((values) => values.map(Number));

/** The variables about mail. */
export const MAIL_VARIABLES = {
  SMTP_URL: smtpUrl,
  MAIL_FROM: mailbox,
  /** Gets mails about refund requests and about what needs attention. */
  OWNER_EMAIL: mailbox,
  /** The most lessons that this process sends in a minute, evenly spread. Other mails are not limited by it. */
  LESSONS_PER_MINUTE: wholeNumber(60, 60_000).default(1200),
  MAIL_WARM_UP_FROM: z.iso.date('must be a day such as 2026-12-01').optional(),
  MAIL_WARM_UP: amounts.optional(),
  DKIM_DOMAIN: hostName.optional(),
  DKIM_SELECTOR: z
    .string()
    .regex(/^[a-z\d]([a-z\d.-]{0,61}[a-z\d])?$/i, 'must be a selector such as s2026')
    .optional(),
  DKIM_PRIVATE_KEY: z.string().optional(),
  DKIM_PRIVATE_KEY_FILE: z.string().optional(),
  /** The mailbox that receives bounces, `imaps://user:password@host:port/folder`. */
  IMAP_URL: z
    .url({
      protocol: /^imaps?$/,
      error: 'must be an address such as imaps://user:password@mail.example.com/INBOX',
      abort: true,
    })
    .refine(
      (value) => isReadable(() => decodeURI(value)) && new URL(value).username !== '',
      'must contain user and password, such as imaps://user:password@mail.example.com',
    )
    .optional(),
  /** This key and the next one verify what providers report; reports from a provider without a key are not accepted. */
  MAILGUN_SIGNING_KEY: z.string().min(16, 'must be the HTTP webhook signing key that Mailgun shows').optional(),
  SENDGRID_VERIFICATION_KEY: z
    .string()
    .refine((value) => isReadable(() => sendgridKeyOf(value)), SENDGRID_KEY_RULE)
    .optional(),
} as const;

type Values = z.infer<z.ZodObject<typeof MAIL_VARIABLES>>;

/** Signs the mails of this process (RFC 6376). */
export interface DkimKey {
  readonly domain: string;
  readonly selector: string;
  /** PEM. */
  readonly privateKey: string;
}

/** How many mails may be sent on each day of the warm-up, in UTC. */
export interface WarmUp {
  /** `2026-12-01` */
  readonly from: string;
  /** For the first day, the second, ...; there is no limit after the last. */
  readonly amounts: readonly number[];
}

type DkimVariables = Partial<Record<'DKIM_PRIVATE_KEY' | 'DKIM_PRIVATE_KEY_FILE', string | undefined>>;

/** A value in an environment file has a single line, in which `\n` stands for a line break. */
const pemOf = ({ DKIM_PRIVATE_KEY: key, DKIM_PRIVATE_KEY_FILE: file }: DkimVariables): string | undefined =>
  key?.replaceAll(String.raw`\n`, '\n') ?? (file === undefined ? undefined : readFileSync(file, 'utf8'));

const MIN_BITS = 1024;

const keyProblem = (source: DkimVariables): string | undefined => {
  const name = source.DKIM_PRIVATE_KEY === undefined ? 'DKIM_PRIVATE_KEY_FILE' : 'DKIM_PRIVATE_KEY';
  let pem: string | undefined;
  try {
    pem = pemOf(source);
  } catch {
    return `${name}: cannot be read; name a file that this program may read`;
  }
  try {
    const key = createPrivateKey(pem ?? '');
    if (key.asymmetricKeyType !== 'rsa') return `${name}: must be an RSA key: openssl genrsa 2048`;
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
    return bits < MIN_BITS ? `${name}: is too short with ${bits} bits: openssl genrsa 2048` : undefined;
  } catch {
    return `${name}: must be a private key in PEM without a passphrase: openssl genrsa 2048`;
  }
};

const isSameOrParent = (domain: string, child: string): boolean => child === domain || child.endsWith(`.${domain}`);

/** Finds missing or wrong DKIM variables: with only some of them set, mails would silently go out unsigned. */
const dkimProblems = (source: Variables): string[] => {
  const { DKIM_DOMAIN: domain, DKIM_SELECTOR: selector, DKIM_PRIVATE_KEY: key, DKIM_PRIVATE_KEY_FILE: file } = source;
  const names = {
    DKIM_DOMAIN: domain,
    DKIM_SELECTOR: selector,
    'DKIM_PRIVATE_KEY or DKIM_PRIVATE_KEY_FILE': key ?? file,
  };
  const missing = Object.entries(names).flatMap(([name, value]) => (value === undefined ? [name] : []));
  if (missing.length === 3) return [];
  if (missing.length > 0)
    return [`${missing.join(', ')}: is missing, although other DKIM variables are set; set all or none`];
  const problem = keyProblem(source);
  const sender = /@([^\s<>@]+)>?$/.exec(source['MAIL_FROM'] ?? '')?.[1]?.toLowerCase() ?? '';
  return [
    ...(problem === undefined ? [] : [problem]),
    ...(domain !== undefined && sender !== '' && !isSameOrParent(domain.toLowerCase(), sender)
      ? ['DKIM_DOMAIN: must be the domain of MAIL_FROM or one above it, or DMARC does not count the signature']
      : []),
  ];
};

/** Finds problems that involve several variables. */
export const mailProblems = (source: Variables): string[] => [
  ...dkimProblems(source),
  ...(source['MAIL_WARM_UP'] !== undefined && source['MAIL_WARM_UP_FROM'] === undefined
    ? ['MAIL_WARM_UP_FROM: is missing, although MAIL_WARM_UP is set; name the day of the first amount']
    : []),
];

const dkimOf = (values: Values): DkimKey | undefined => {
  const { DKIM_DOMAIN: domain, DKIM_SELECTOR: selector } = values;
  const privateKey = pemOf(values);
  return domain && selector && privateKey ? { domain, selector, privateKey } : undefined;
};

const warmUpOf = ({ MAIL_WARM_UP_FROM: from, MAIL_WARM_UP: perDay = WARM_UP }: Values): WarmUp | undefined =>
  from === undefined ? undefined : { from, amounts: perDay };

export const toMailSettings = (values: Values) => ({
  smtpUrl: values.SMTP_URL,
  from: values.MAIL_FROM,
  owner: values.OWNER_EMAIL,
  lessonsPerMinute: values.LESSONS_PER_MINUTE,
  warmUp: warmUpOf(values),
  dkim: dkimOf(values),
  imapUrl: values.IMAP_URL,
  eventKeys: {
    mailgun: values.MAILGUN_SIGNING_KEY,
    sendgrid:
      values.SENDGRID_VERIFICATION_KEY === undefined ? undefined : sendgridKeyOf(values.SENDGRID_VERIFICATION_KEY),
  },
});

export type MailSettings = ReturnType<typeof toMailSettings>;
