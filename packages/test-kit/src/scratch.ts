import { rmSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { temporaryDataDir } from '@course/dev-stack/stack/temporary-data-dir';

/** A folder that is deleted after the test. */
export const scratchFolder = (): string => {
  const folder = temporaryDataDir('course-spec-');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
