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
  /** The first signs, all verify. */
  cookieKeys: z.array(secret).min(1),
  pageViewKeys: z.array(secret).min(1),
  /** Of the links in mails: the first makes, all are accepted. */
  linkKeys: z.array(secret).min(1),
  /** Of the links of previews: the door signs with the first, the edge accepts all. */
  previewKeys: z.array(secret).min(1),
  /** The sandbox's one shop. */
  sandbox: z.strictObject({ secretKey: secret, publishableKey: secret, webhookSecret: secret }),
});

export type Secrets = z.infer<typeof secretsForm>;

/** What data folders of earlier versions lack. It is added to them: the rest must stay, the stores know it. */
const storedForm = secretsForm.partial({
  linkKeys: true,
  previewKeys: true,
  analystDatabase: true,
  insightsToken: true,
});

/** Signing keys. The rest are passwords of this folder's stores. */
const KEYS = [
  'cookieKeys',
  'pageViewKeys',
  'linkKeys',
  'previewKeys',
  'insightsToken',
  'sandbox',
] as const satisfies readonly (keyof Secrets)[];

const made = (): string => randomBytes(24).toString('base64url');

/** In the form of Stripe's keys in test mode. */
const stripeLike = (prefix: string): string => `${prefix}_${randomBytes(24).toString('hex')}`;

const newSecrets = (): Secrets => ({
  postgresSuperuser: made(),
  databaseOwner: made(),
  funnelDatabase: made(),
  trackingDatabase: made(),
  analystDatabase: made(),
  insightsToken: made(),
  redis: made(),
  cookieKeys: [made()],
  pageViewKeys: [made()],
  linkKeys: [made()],
  previewKeys: [made()],
  sandbox: {
    secretKey: stripeLike('sk_test'),
    publishableKey: stripeLike('pk_test'),
    webhookSecret: stripeLike('whsec'),
  },
});

/** The secrets of this data folder, made at the first start and kept. */
export const loadSecrets = (dataDir: string): Secrets => {
  const file = path.join(dataDir, 'secrets.json');
  const known = readJson(file, storedForm);
  const complete = secretsForm.safeParse(known);
  if (complete.success) return complete.data;
  const secrets = { ...newSecrets(), ...known };
  writeAtomically(file, `${JSON.stringify(secrets, null, 2)}\n`, 0o600);
  return secrets;
};

/** Takes over the keys of another folder's secrets, so that what was made with them stays valid. This folder's passwords stay. */
export const adoptKeys = (dataDir: string, text: string): void => {
  const theirs: Partial<Secrets> = storedForm.parse(JSON.parse(text));
  const keys = Object.fromEntries(KEYS.flatMap((key) => (theirs[key] === undefined ? [] : [[key, theirs[key]]])));
  writeAtomically(
    path.join(dataDir, 'secrets.json'),
    `${JSON.stringify({ ...loadSecrets(dataDir), ...keys }, null, 2)}\n`,
    0o600,
  );
};
