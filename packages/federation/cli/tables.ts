import type { ListedRemote } from '../contract/listing.ts';
import type { Releases } from '../registry/team-actions.ts';
import { table } from '../base/table.ts';

/** Formats what is live, with earlier versions, the latest first. */
export const listTable = async (releases: Releases, only?: string): Promise<string> => {
  const remotes = await releases.list(only);
  if (remotes.length === 0) return only ? `${only} was never published here.` : 'Nothing was published here.';
  const rows = remotes.map(({ name, stable, canary, previews, previous }) => [
    name,
    stable?.version ?? '-',
    String(stable?.contract ?? '-'),
    stable?.release ?? '-',
    canary ? `${canary.version} (${canary.share} %)` : '-',
    previews.map((preview) => preview.name).join(' ') || '-',
    previous.map(({ version }) => version).join(' '),
  ]);
  const problems = remotes.flatMap(({ name, canary, problem }) => [
    ...(canary ? [`The canary of ${name} since ${canary.since.slice(0, 16)}Z: ${canary.judged}`] : []),
    ...(problem ? [`${name} is not served: ${problem}`] : []),
  ]);
  return [
    table(['remote', 'live', 'contract', 'release', 'canary', 'previews', 'earlier versions'], rows),
    ...problems,
  ].join('\n');
};

export const auditTable = async (releases: Releases, remote?: string): Promise<string> => {
  const lines = await releases.audit(remote);
  if (lines.length === 0) return 'Nothing was done here yet.';
  const rows = lines.map(({ at, who, what, remote: name, version, why }) => [at, name, what, version, who, why]);
  return table(['when', 'remote', 'what', 'version', 'who', 'why'], rows);
};

export const previewTable = (remotes: readonly ListedRemote[]): string => {
  const rows = remotes.flatMap(({ name, previews }) =>
    previews.map(({ name: preview, version, until, link }) => [name, preview, version, until, link ?? NO_LINK]),
  );
  return rows.length === 0 ? 'There are no previews.' : table(['remote', 'preview', 'version', 'until', 'link'], rows);
};

/** Shown in place of a link: only the publishing API signs links. */
export const NO_LINK = 'start the stack (npm start) to see it';
