import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RemoteDescriptor } from '@course/contracts';

/** Lends `use` a copy of a build that carries another description, say another version. */
export const withDescriptor = async <T>(folder: string, descriptor: RemoteDescriptor, use: (copy: string) => Promise<T> | T): Promise<T> => {
  const copy = mkdtempSync(path.join(tmpdir(), 'course-build-'));
  try {
    cpSync(folder, copy, { recursive: true });
    writeFileSync(path.join(copy, 'remote.json'), JSON.stringify(descriptor));
    // Compressed copies of the former description would contradict the new one.
    for (const ending of ['.br', '.gz']) rmSync(path.join(copy, `remote.json${ending}`), { force: true });
    return await use(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
};
