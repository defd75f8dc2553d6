import type { ListedRemote } from '../contract/listing.ts';
import type { ReleaseStore } from '../store/store.ts';
import { judgementOf } from './judgement.ts';
import { readTeams } from './keys.ts';
import { canaryOf, readRegistry, stableOf } from './registry.ts';
import { problemOf } from './stored-release.ts';

/** Returns the link of a preview, valid until then; undefined if there is no key to sign it with. */
export type LinkOf = (preview: {
  readonly remote: string;
  readonly name: string;
  readonly until: Date;
}) => string | undefined;

interface ListOptions {
  readonly only: string | undefined;
  readonly linkOf: LinkOf;
  readonly now: Date;
  /** Reads and verifies what channels point to; `problem` is null otherwise. */
  readonly verify: boolean;
}

/** Returns the registry's state of all remotes, or of `only`, sorted by name. */
export const listRemotes = async (
  store: ReleaseStore,
  { only, linkOf, now, verify }: ListOptions,
): Promise<readonly ListedRemote[]> => {
  const [current, teams] = [await readRegistry(store), await readTeams(store)];
  const names = Object.keys(current.remotes).filter((name) => only === undefined || name === only);
  return Promise.all(
    names.sort().map(async (name): Promise<ListedRemote> => {
      const { previous, releases } = current.remotes[name]!;
      const [live, canary] = [stableOf(current, name), canaryOf(current, name)];
      const problems = await Promise.all(
        (verify ? [live, canary] : []).map(
          (found) => found && problemOf(store, current, { remote: name, id: found.id, teams }),
        ),
      );
      const previews = Object.entries(releases).flatMap(([release, row]) =>
        (row.previews ?? [])
          .filter(({ until }) => Date.parse(until) > now.getTime())
          .map((preview) => ({
            ...preview,
            release,
            version: row.version,
            link: linkOf({ remote: name, name: preview.name, until: new Date(preview.until) }) ?? null,
          })),
      );
      return {
        name,
        stable: live ? { release: live.id, version: live.row.version, contract: live.row.contract } : null,
        canary: canary
          ? {
              ...canary.canary,
              version: canary.row.version,
              judged: await judgementOf(store, name, { release: canary.id, now }),
            }
          : null,
        previews,
        problem: problems.find(Boolean) ?? null,
        previous: previous.flatMap((id) => (releases[id] ? [{ release: id, version: releases[id].version }] : [])),
        releases: Object.entries(releases).map(([release, row]) => ({ release, ...row })),
      };
    }),
  );
};
