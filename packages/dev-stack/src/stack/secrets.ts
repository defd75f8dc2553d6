import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';
import { readJson, writeAtomically } from '@course/federation/files';

const secret = z.string().min(16);

const secretsForm = z.strictObject({
  postgresSuperuser: secret,
  databaseOwner: secret,
  funnelDatabase: secret,
  trackingDatabase: secret,
  analystDatabase: secret,
  /** Opens the insights page. */
  insightsToken: z.string().min(32),
  redis: secret,
  /** The first key signs, all are accepted. The same holds for the lists below. */
  cookieKeys: z.array(secret).min(1),
  pageViewKeys: z.array(secret).min(1),
  /** Sign the links in mails. */
  linkKeys: z.array(secret).min(1),
  /** Sign the links of previews: the publishing API signs, the edge verifies. */
  previewKeys: z.array(secret).min(1),
  /** Keys of the sandbox's only account. */
  sandbox: z.strictObject({ secretKey: secret, publishableKey: secret, webhookSecret: secret }),
});

export type Secrets = z.infer<typeof secretsForm>;

/**
 * As stored by earlier versions, without some secrets. These are added; the rest must stay, because the stores use it.
 */
const storedForm = secretsForm.partial({
  linkKeys: true,
  previewKeys: true,
  analystDatabase: true,
  insightsToken: true,
});

/** The secrets that are valid beyond this folder; the others are passwords of its stores. */
const KEYS = [
  'cookieKeys',
  'pageViewKeys',
  'linkKeys',
  'previewKeys',
  'insightsToken',
  'sandbox',
] as const satisfies readonly (keyof Secrets)[];

const newSecret = (): string => randomBytes(24).toString('base64url');

/** Returns a key in the format of Stripe's test mode. */
const newStripeKey = (prefix: string): string => `${prefix}_${randomBytes(24).toString('hex')}`;

const newSecrets = (): Secrets => ({
  postgresSuperuser: newSecret(),
  databaseOwner: newSecret(),
  funnelDatabase: newSecret(),
  trackingDatabase: newSecret(),
  analystDatabase: newSecret(),
  insightsToken: newSecret(),
  redis: newSecret(),
  cookieKeys: [newSecret()],
  pageViewKeys: [newSecret()],
  linkKeys: [newSecret()],
  previewKeys: [newSecret()],
  sandbox: {
    secretKey: newStripeKey('sk_test'),
    publishableKey: newStripeKey('pk_test'),
    webhookSecret: newStripeKey('whsec'),
  },
});

/** Returns the secrets of this data folder, which are created at the first start. */
export const loadSecrets = (dataDir: string): Secrets => {
  const file = path.join(dataDir, 'secrets.json');
  const known = readJson(file, storedForm);
  const complete = secretsForm.safeParse(known);
  if (complete.success) return complete.data;
  const secrets = { ...newSecrets(), ...known };
  writeAtomically(file, `${JSON.stringify(secrets, null, 2)}\n`, 0o600);
  return secrets;
};

/** Adopts the keys of another folder's secrets, so that what they signed stays valid. This folder's passwords stay. */
export const adoptKeys = (dataDir: string, text: string): void => {
  const theirs: Partial<Secrets> = storedForm.parse(JSON.parse(text));
  const keys = Object.fromEntries(KEYS.flatMap((key) => (theirs[key] === undefined ? [] : [[key, theirs[key]]])));
  writeAtomically(
    path.join(dataDir, 'secrets.json'),
    `${JSON.stringify({ ...loadSecrets(dataDir), ...keys }, null, 2)}\n`,
    0o600,
  );
};
