import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { variables, type Variables } from '@course/service-kit';
import { z } from 'zod';

const { list, wholeNumber } = variables;

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
const sendgridKeyOf = (given: string): KeyObject =>
  createPublicKey({ key: Buffer.from(given, 'base64'), format: 'der', type: 'spki' });

const isReadable = (read: () => unknown): boolean => {
  try {
    read();
    return true;
  } catch {
    return false;
  }
};

/** Mails a day, a number for each day from the first, when none are given: two weeks to 6000. */
const WARM_UP = [50, 100, 150, 200, 300, 400, 600, 800, 1000, 1500, 2000, 3000, 4000, 6000];

const amounts = list
  .refine((given) => given.length > 0 && given.every((one) => /^[1-9]\d{0,6}$/.test(one)), {
    error: 'must be numbers of mails, one for each day, such as 50,100,200',
  })
  .transform((given) => given.map(Number));

/** The variables about mail. */
export const MAIL_VARIABLES = {
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }),
  MAIL_FROM: mailbox,
  /** Hears of refund requests and of what needs a hand. */
  OWNER_EMAIL: mailbox,
  /** At most so many lessons leave this process, evenly; what somebody waits for is not counted. */
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
  /** The mailbox to which bounces come, `imaps://user:password@host:port/folder`. */
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
  /** This and the next verify what providers report; a provider without one is not listened to. */
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

/** How many mails may leave on each day of the warm-up, counted in UTC. */
export interface WarmUp {
  /** `2026-12-01` */
  readonly from: string;
  /** Of the first day, the second, ...; after the last there is no bound. */
  readonly amounts: readonly number[];
}

type DkimVariables = Partial<Record<'DKIM_PRIVATE_KEY' | 'DKIM_PRIVATE_KEY_FILE', string | undefined>>;

/** An environment file has one line for a value: `\n` stands for a line break in it. */
const pemOf = ({ DKIM_PRIVATE_KEY: key, DKIM_PRIVATE_KEY_FILE: file }: DkimVariables): string | undefined =>
  key?.replaceAll(String.raw`\n`, '\n') ?? (file === undefined ? undefined : readFileSync(file, 'utf8'));

const LEAST_BITS = 1024;

const keyProblem = (given: DkimVariables): string | undefined => {
  const name = given.DKIM_PRIVATE_KEY === undefined ? 'DKIM_PRIVATE_KEY_FILE' : 'DKIM_PRIVATE_KEY';
  let pem: string | undefined;
  try {
    pem = pemOf(given);
  } catch {
    return `${name}: cannot be read; name a file that this program may read`;
  }
  try {
    const key = createPrivateKey(pem ?? '');
    if (key.asymmetricKeyType !== 'rsa') return `${name}: must be an RSA key: openssl genrsa 2048`;
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
    return bits < LEAST_BITS ? `${name}: is too short with ${bits} bits: openssl genrsa 2048` : undefined;
  } catch {
    return `${name}: must be a private key in PEM without a passphrase: openssl genrsa 2048`;
  }
};

const isSameOrAbove = (domain: string, below: string): boolean => below === domain || below.endsWith(`.${domain}`);

/** Without all three, mails would go unsigned although somebody meant to sign them. */
const dkimProblems = (given: Variables): string[] => {
  const { DKIM_DOMAIN: domain, DKIM_SELECTOR: selector, DKIM_PRIVATE_KEY: key, DKIM_PRIVATE_KEY_FILE: file } = given;
  const names = {
    DKIM_DOMAIN: domain,
    DKIM_SELECTOR: selector,
    'DKIM_PRIVATE_KEY or DKIM_PRIVATE_KEY_FILE': key ?? file,
  };
  const missing = Object.entries(names).flatMap(([name, value]) => (value === undefined ? [name] : []));
  if (missing.length === 3) return [];
  if (missing.length > 0) return [`${missing.join(', ')}: is missing beside the other DKIM variables; set all or none`];
  const problem = keyProblem(given);
  const sender = /@([^\s<>@]+)>?$/.exec(given['MAIL_FROM'] ?? '')?.[1]?.toLowerCase() ?? '';
  return [
    ...(problem === undefined ? [] : [problem]),
    ...(domain !== undefined && sender !== '' && !isSameOrAbove(domain.toLowerCase(), sender)
      ? ['DKIM_DOMAIN: must be the domain of MAIL_FROM or one above it, or DMARC does not count the signature']
      : []),
  ];
};

/** Finds what no single variable shows. */
export const mailProblems = (given: Variables): string[] => [
  ...dkimProblems(given),
  ...(given['MAIL_WARM_UP'] !== undefined && given['MAIL_WARM_UP_FROM'] === undefined
    ? ['MAIL_WARM_UP_FROM: is missing beside MAIL_WARM_UP; name the day of the first amount']
    : []),
];

const dkimOf = (values: Values): DkimKey | undefined => {
  const { DKIM_DOMAIN: domain, DKIM_SELECTOR: selector } = values;
  const privateKey = pemOf(values);
  return domain && selector && privateKey ? { domain, selector, privateKey } : undefined;
};

const warmUpOf = ({ MAIL_WARM_UP_FROM: from, MAIL_WARM_UP: given = WARM_UP }: Values): WarmUp | undefined =>
  from === undefined ? undefined : { from, amounts: given };

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
