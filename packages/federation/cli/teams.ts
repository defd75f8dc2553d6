import { RELEASE_FILE, release, type Registry } from '../contract/release.ts';
import { Failure } from '../base/failure.ts';
import { distrustKey, publicKeyOf, readTeams, trustKey } from '../registry/keys.ts';
import { canaryOf, findRelease, readRegistry, remoteIn, stableOf } from '../registry/registry.ts';
import { readerOf } from '../registry/stored-release.ts';
import { makeToken, readTokens, revokeToken } from '../registry/tokens.ts';
import type { ReleaseStore } from '../store/store.ts';
import { table } from '../base/table.ts';

/**
 * Tokens and keys: an operator manages them on the store itself, no pipeline can. Each function returns what to print.
 */

export const addToken = async (store: ReleaseStore, remote: string, name: string): Promise<readonly string[]> => {
  const { id, token } = await makeToken(store, { remote, name, now: new Date() });
  return [`Token ${id} opens ${remote}. It is shown this once:`, token];
};

export const tokenTable = async (store: ReleaseStore): Promise<string> => {
  const tokens = await readTokens(store);
  if (tokens.length === 0) return 'There are no tokens. Type: remote token add <name> --name <whose>';
  return table(
    ['token', 'remote', 'name', 'made'],
    tokens.map(({ id, remote, name, madeAt }) => [id, remote, name, madeAt]),
  );
};

export const removeToken = async (store: ReleaseStore, id: string): Promise<string> => {
  await revokeToken(store, id);
  return `Token ${id} is revoked`;
};

export const addKey = async (store: ReleaseStore, remote: string, text: string): Promise<string> => {
  const key = publicKeyOf(text);
  await trustKey(store, remote, key);
  return `${remote}: releases may be signed by the key ${key.id}`;
};

export const keyTable = async (store: ReleaseStore): Promise<string> => {
  const { teams } = await readTeams(store);
  const rows = Object.entries(teams).flatMap(([remote, { keys }]) =>
    Object.entries(keys).map(([id, publicKey]) => [remote, id, publicKey]),
  );
  return rows.length === 0 ? 'No team has a key yet.' : table(['remote', 'key', 'public key'], rows);
};

/** Returns the releases that must stay served or ready to go live, each with its use. */
const neededReleases = (current: Registry, remote: string) => {
  const state = remoteIn(current, remote);
  const [previous] = state.previous;
  const uses = [
    [stableOf(current, remote), 'which is live'],
    [canaryOf(current, remote), 'which is the canary'],
    [previous === undefined ? undefined : findRelease(state, previous), 'which a roll-back makes live'],
  ] as const;
  return uses.flatMap(([found, use]) => (found ? [{ row: found.row, use }] : []));
};

/**
 * Removes a key. Refused without `force` if it signed the live release, the canary or the release that a roll-back
 * makes live: edges that start afterwards would not serve these, and rolling back would fail.
 */
export const removeKey = async (
  store: ReleaseStore,
  { remote, id, force = false }: { readonly remote: string; readonly id: string; readonly force?: boolean | undefined },
): Promise<string> => {
  const signed: string[] = [];
  for (const { row, use } of force ? [] : neededReleases(await readRegistry(store), remote)) {
    const described = await readerOf(store, remote, row.folder)(RELEASE_FILE);
    if (described && release.parse(JSON.parse(described.toString())).signature.key === id)
      signed.push(`${remote} ${row.version}, ${use}, is signed by that key.`);
  }
  if (signed.length > 0)
    throw new Failure(`${signed.join(' ')} Publish with another one first, or remove it anyway: --force`);
  await distrustKey(store, remote, id);
  return `${remote}: the key ${id} is no longer accepted`;
};
