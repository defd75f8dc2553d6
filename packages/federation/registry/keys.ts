import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { teams, type Teams } from '../contract/release.ts';
import { changeObject, parseStored, readObject, type ReleaseStore } from '../store/store.ts';
import { Failure } from '../base/failure.ts';
import { writeAtomically } from '../base/files.ts';

export const TEAMS_KEY = 'teams.json';

/** A team's key pair. */
export interface SigningKey {
  /** Id of the public key. */
  readonly id: string;
  readonly privateKey: KeyObject;
  /** DER (SubjectPublicKeyInfo) in base64, as `teams.json` keeps it. */
  readonly publicKey: string;
}

const derOf = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' });

const idOf = (publicKey: Buffer): string => createHash('sha256').update(publicKey).digest('hex').slice(0, 16);

/** Reads a private Ed25519 key in PEM. Throws a one-sentence failure if it is not one. */
export const signingKey = (pem: string): SigningKey => {
  try {
    const privateKey = createPrivateKey(pem);
    if (privateKey.asymmetricKeyType !== 'ed25519') throw new Error('another kind of key');
    const der = derOf(createPublicKey(privateKey));
    return { id: idOf(der), privateKey, publicKey: der.toString('base64') };
  } catch {
    throw new Failure(
      'The signing key is not a private Ed25519 key in PEM. Create one: openssl genpkey -algorithm ed25519',
    );
  }
};

/** Returns a team's key pair, created when it is first needed and kept in a file that only its owner can read. */
export const teamKey = (folder: string, remote: string): SigningKey => {
  const file = path.join(folder, `${remote}.pem`);
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync('ed25519');
    writeAtomically(file, privateKey.export({ type: 'pkcs8', format: 'pem' }) as string, 0o600);
  }
  return signingKey(readFileSync(file, 'utf8'));
};

/**
 * Reads a public Ed25519 key, in PEM or base64, as typed by a person. Throws a one-sentence failure if it is not one.
 */
export const publicKeyOf = (text: string): { id: string; publicKey: string } => {
  try {
    const key = text.includes('-----BEGIN')
      ? createPublicKey(text)
      : createPublicKey({ key: Buffer.from(text.trim(), 'base64'), type: 'spki', format: 'der' });
    if (key.asymmetricKeyType !== 'ed25519') throw new Error('another kind of key');
    return { id: idOf(derOf(key)), publicKey: derOf(key).toString('base64') };
  } catch {
    throw new Failure('That is not a public Ed25519 key. Export it: openssl pkey -in key.pem -pubout');
  }
};

export const parseTeams = (body: Buffer | undefined): Teams =>
  body ? parseStored(TEAMS_KEY, teams, body) : { teams: {} };

export const readTeams = async (store: ReleaseStore): Promise<Teams> =>
  parseTeams((await readObject(store, TEAMS_KEY))?.body);

/** Returns the public key with that id, if it is one of the team's. */
export const verifyingKey = (known: Teams, remote: string, id: string): KeyObject | undefined => {
  const keys = known.teams[remote]?.keys;
  const publicKey = keys && Object.hasOwn(keys, id) ? keys[id] : undefined;
  return publicKey === undefined
    ? undefined
    : createPublicKey({ key: Buffer.from(publicKey, 'base64'), type: 'spki', format: 'der' });
};

const changeTeams = (store: ReleaseStore, change: (current: Teams) => Teams): Promise<void> =>
  changeObject(store, TEAMS_KEY, (body) => Buffer.from(`${JSON.stringify(change(parseTeams(body)), null, 2)}\n`));

/** Trusts a key to sign releases of `remote` from now on. */
export const trustKey = (
  store: ReleaseStore,
  remote: string,
  { id, publicKey }: { readonly id: string; readonly publicKey: string },
): Promise<void> =>
  changeTeams(store, (current) => ({
    teams: { ...current.teams, [remote]: { keys: { ...current.teams[remote]?.keys, [id]: publicKey } } },
  }));

/** Stops trusting a key to sign releases of `remote`. */
export const distrustKey = (store: ReleaseStore, remote: string, id: string): Promise<void> =>
  changeTeams(store, (current) => {
    const { [id]: gone, ...keys } = current.teams[remote]?.keys ?? {};
    if (gone === undefined) throw new Failure(`${remote} has no key ${id}.`);
    return { teams: { ...current.teams, [remote]: { keys } } };
  });
