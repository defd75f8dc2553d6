import { mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';

/** A log larger than this is rotated when its service starts; one older log is kept. */
const MAX_BYTES = 5 * 1024 * 1024;

/** Opens a log for appending and returns its file descriptor. */
export const openLog = (file: string): number => {
  mkdirSync(path.dirname(file), { recursive: true });
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > MAX_BYTES) renameSync(file, `${file}.1`);
  return openSync(file, 'a', 0o600);
};

/** Returns the last lines of a log, for the message that a service does not start. */
export const lastLines = (file: string, count = 12): string => {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-count).join('\n');
  } catch {
    return '';
  }
};
