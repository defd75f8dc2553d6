import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { mailDirIn } from '../mail-outbox/folder.ts';
import { keptReleases } from '@course/federation/registry';
import { adoptKeys } from '../stack/secrets.ts';
import { readArchive, type DataFile } from '@course/ops/backup/archive';

const SECRETS = 'secrets.json';
const UNFINISHED = /\.(draft|lock)(\.|$)/;

/** Returns what a data folder holds besides the stores and no program can recreate. */
const keptForVisits = (dataDir: string): readonly string[] =>
  [path.join(dataDir, SECRETS), ...keptReleases(dataDir), mailDirIn(dataDir)].filter((target) => existsSync(target));

const filesUnder = (target: string): readonly string[] =>
  statSync(target).isDirectory()
    ? readdirSync(target, { recursive: true, encoding: 'utf8' })
        .map((name) => path.join(target, name))
        .filter((file) => statSync(file).isFile())
    : [target];

/** Yields the files of the keys, the release store and the local outbox, one at a time. */
export function* filesOf(dataDir: string): Generator<DataFile> {
  for (const file of keptForVisits(dataDir).flatMap(filesUnder)) {
    const name = path.relative(dataDir, file);
    if (!UNFINISHED.test(name))
      yield {
        kind: 'file',
        file: name,
        mode: statSync(file).mode & 0o777,
        data: readFileSync(file).toString('base64'),
      };
  }
}

const put = (dataDir: string, { file, mode, data }: DataFile): void => {
  const target = path.join(dataDir, file);
  const bytes = Buffer.from(data, 'base64');
  // Only the signing keys are adopted; the passwords belong to the lost database.
  if (file === SECRETS) return adoptKeys(dataDir, bytes.toString('utf8'));
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, bytes, { mode });
};

/** Writes a backup's files into a data folder and leaves other files there alone. Returns how many it wrote. */
export const restoreFiles = async (dataDir: string, archive: string): Promise<number> => {
  let count = 0;
  for await (const entry of readArchive(archive)) {
    if (entry.kind !== 'file') continue;
    put(dataDir, entry);
    count += 1;
  }
  return count;
};
