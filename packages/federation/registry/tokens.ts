import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { remoteName } from '../contract/descriptor.ts';
import { changeObject, parseStored, readObject, type ReleaseStore } from '../store/store.ts';
import { Failure } from '../base/failure.ts';

const TOKENS_KEY = 'tokens.json';

const storedToken = z.strictObject({
  id: z.string().regex(/^[0-9a-f]{8}$/),
  /** The remote that it gives access to. */
  remote: remoteName,
  /** Its owner, as shown in the audit log. */
  name: z.string().min(1).max(60),
  /** SHA-256 in hex. The token itself has 256 random bits, so no slower hash is needed. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  madeAt: z.iso.datetime(),
});

const tokensForm = z.strictObject({ tokens: z.array(storedToken) });

/** A token without its secret. */
export type StoredToken = z.infer<typeof storedToken>;

const parse = (body: Buffer | undefined): readonly StoredToken[] =>
  body ? parseStored(TOKENS_KEY, tokensForm, body).tokens : [];

export const readTokens = async (store: ReleaseStore): Promise<readonly StoredToken[]> =>
  parse((await readObject(store, TOKENS_KEY))?.body);

const change = (store: ReleaseStore, next: (tokens: readonly StoredToken[]) => readonly StoredToken[]): Promise<void> =>
  changeObject(store, TOKENS_KEY, (body) => Buffer.from(`${JSON.stringify({ tokens: next(parse(body)) }, null, 2)}\n`));

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Creates a token for one remote. It is returned once and not stored: the store has only its hash. */
export const makeToken = async (
  store: ReleaseStore,
  { remote, name, now }: { readonly remote: string; readonly name: string; readonly now: Date },
): Promise<{ readonly id: string; readonly token: string }> => {
  const [id, secret] = [randomBytes(4).toString('hex'), randomBytes(32).toString('base64url')];
  const stored = storedToken.safeParse({ id, remote, name, hash: hashOf(secret), madeAt: now.toISOString() });
  if (!stored.success) throw new Failure('Give the token a name of at most 60 characters: --name pipeline');
  await change(store, (tokens) => [...tokens, stored.data]);
  return { id, token: `${id}.${secret}` };
};

export const revokeToken = (store: ReleaseStore, id: string): Promise<void> =>
  change(store, (tokens) => {
    const left = tokens.filter((token) => token.id !== id);
    if (left.length === tokens.length) throw new Failure(`There is no token ${id}. Type: remote token list`);
    return left;
  });

/** Returns the token that was presented; undefined if it is invalid. Takes the same time for invalid and valid ones. */
export const tokenOwner = (tokens: readonly StoredToken[], presented: string): StoredToken | undefined => {
  const [id, secret = ''] = presented.split('.');
  const known = tokens.find((token) => token.id === id);
  const expected = Buffer.from(known?.hash ?? hashOf(''), 'hex');
  const isSame = timingSafeEqual(expected, Buffer.from(hashOf(secret), 'hex'));
  return isSame && known ? known : undefined;
};
