import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { postgresUser } from '@course/dev-stack/postgres/system-user';

export interface SmallDisk {
  readonly folder: string;
  /** Leaves at most `bytes` free, or less if others write meanwhile. */
  fill(bytes: number): void;
  /** Frees what `fill` occupied. */
  free(): void;
  remove(): void;
}

/** Mounts a file system of `mb` MB that PostgreSQL can write to. Returns undefined if this process cannot mount one. */
export const smallDisk = (mb: number): SmallDisk | undefined => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  const mountPoint = mkdtempSync(path.join(tmpdir(), 'course-small-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mb}m,mode=0755`, 'course-small-disk', mountPoint], {
      stdio: 'ignore',
    });
  } catch {
    rmSync(mountPoint, { recursive: true, force: true });
    return undefined;
  }
  const folder = path.join(mountPoint, 'data');
  const ballast = path.join(mountPoint, 'ballast');
  mkdirSync(folder);
  const { uid, gid } = postgresUser();
  if (uid !== undefined) chownSync(folder, uid, gid);
  const remove = (): void => {
    process.off('exit', remove);
    execFileSync('umount', ['--lazy', mountPoint], { stdio: 'ignore' });
    rmSync(mountPoint, { recursive: true, force: true });
  };
  process.once('exit', remove);
  return {
    folder,
    fill: (bytes) => {
      const { bavail, bsize } = statfsSync(mountPoint);
      try {
        writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - bytes)));
      } catch (error) {
        // PostgreSQL writes to it too, so it may already be full.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    },
    free: () => rmSync(ballast, { force: true }),
    remove,
  };
};
