import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface Migration {
  readonly name: string;
  readonly sql: string;
  /** sha256 of the file, in hex, as Prisma records it. */
  readonly checksum: string;
}

const read = (folder: string, name: string): Migration => {
  const bytes = readFileSync(path.join(folder, name, 'migration.sql'));
  return { name, sql: bytes.toString('utf8'), checksum: createHash('sha256').update(bytes).digest('hex') };
};

/** The migrations of a folder in Prisma's layout, oldest first. Empty when there is no such folder. */
export const readMigrations = (folder: string): readonly Migration[] => {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(path.join(folder, entry.name, 'migration.sql')))
    .map((entry) => entry.name)
    .sort()
    .map((name) => read(folder, name));
};
