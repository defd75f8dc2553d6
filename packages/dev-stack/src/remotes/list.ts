import { table } from '@course/ops/table';
import type { Places } from './places.ts';
import { readRegistry } from './registry-file.ts';

/** What is live, newest earlier version first. */
export const listTable = (places: Places, only?: string): string => {
  const remotes = Object.entries(readRegistry(places).remotes).filter(([name]) => only === undefined || name === only);
  if (remotes.length === 0) return only ? `${only} was never published here.` : 'Nothing was published here.';
  return table(
    ['remote', 'live', 'contract', 'earlier versions'],
    remotes.map(([name, live]) => [name, live.version, String(live.contract), live.previous.map(({ version }) => version).join(' ')]),
  );
};
