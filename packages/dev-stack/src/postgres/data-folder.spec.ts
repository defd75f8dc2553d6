import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { scratchFolder } from '@course/test-kit/scratch';
import { dataFolder, removeData } from './data-folder.ts';
import { postgresUser } from './system-user.ts';

const user = postgresUser();
const fill = async (draft: string): Promise<void> => writeFileSync(path.join(draft, 'PG_VERSION'), '18');
const never = (): Promise<void> => Promise.reject(new Error('was filled again'));

test('the folder is made once and closed to others', async () => {
  const place = path.join(scratchFolder(), 'data/postgres');
  expect(await dataFolder(place, user, fill)).toBe(place);
  expect(statSync(place).mode & 0o777).toBe(0o700);
  expect(await dataFolder(place, user, never)).toBe(place);
});

test('an interrupted first start leaves nothing that looks like a database', async () => {
  const place = path.join(scratchFolder(), 'postgres');
  await expect(dataFolder(place, user, never)).rejects.toThrow();
  expect(existsSync(place)).toBe(false);
  await dataFolder(place, user, fill);
  expect(readFileSync(path.join(place, 'PG_VERSION'), 'utf8')).toBe('18');
});

describe.runIf(process.getuid?.() === 0)('below a folder that only root may enter', () => {
  const closedPlace = (): string => {
    const closed = path.join(scratchFolder(), 'closed');
    mkdirSync(closed);
    chmodSync(closed, 0o700);
    return path.join(closed, 'postgres');
  };

  test('the files lie elsewhere, and the data folder links to them', async () => {
    const place = closedPlace();
    const folder = await dataFolder(place, user, fill);
    expect(folder).not.toBe(place);
    expect(realpathSync(place)).toBe(folder);
    expect(await dataFolder(place, user, never)).toBe(folder);
    removeData(place);
    expect(existsSync(path.dirname(folder))).toBe(false);
  });

  test('a deleted data folder begins anew, and what it had elsewhere goes', async () => {
    const place = closedPlace();
    const first = await dataFolder(place, user, fill);
    rmSync(path.dirname(place), { recursive: true });
    const other = closedPlace();
    await dataFolder(other, user, fill);
    expect(existsSync(first)).toBe(false);
    removeData(other);
  });
});
