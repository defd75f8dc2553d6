import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { scratchFolder } from '@course/test-kit/scratch';
import { dataFolder, removeData } from './data-folder.ts';
import { postgresUser } from './system-user.ts';

const user = postgresUser();
const fill = async (draft: string): Promise<void> => writeFileSync(path.join(draft, 'PG_VERSION'), '18');
const never = (): Promise<void> => Promise.reject(new Error('was filled again'));

test('creates the folder once and closes it to others', async () => {
  const location = path.join(scratchFolder(), 'data/postgres');
  expect(await dataFolder(location, user, fill)).toBe(location);
  expect(statSync(location).mode & 0o777).toBe(0o700);
  expect(await dataFolder(location, user, never)).toBe(location);
});

test('an interrupted first start leaves nothing that looks like a database', async () => {
  const location = path.join(scratchFolder(), 'postgres');
  await expect(dataFolder(location, user, never)).rejects.toThrow();
  expect(existsSync(location)).toBe(false);
  await dataFolder(location, user, fill);
  expect(readFileSync(path.join(location, 'PG_VERSION'), 'utf8')).toBe('18');
});

describe.runIf(process.getuid?.() === 0)('below a folder that only root may enter', () => {
  const locationInClosedFolder = (): string => {
    const closed = path.join(scratchFolder(), 'closed');
    mkdirSync(closed);
    chmodSync(closed, 0o700);
    return path.join(closed, 'postgres');
  };

  test('stores the files elsewhere and links to them', async () => {
    const location = locationInClosedFolder();
    const folder = await dataFolder(location, user, fill);
    expect(folder).not.toBe(location);
    expect(realpathSync(location)).toBe(folder);
    expect(await dataFolder(location, user, never)).toBe(folder);
    removeData(location);
    expect(existsSync(path.dirname(folder))).toBe(false);
  });

  test('removes the files of a deleted data folder when another one is created', async () => {
    const location = locationInClosedFolder();
    const first = await dataFolder(location, user, fill);
    rmSync(path.dirname(location), { recursive: true });
    const other = locationInClosedFolder();
    await dataFolder(other, user, fill);
    expect(existsSync(first)).toBe(false);
    removeData(other);
  });
});
