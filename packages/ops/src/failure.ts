import { Failure, sentenceOf as sentenceOfError } from '@course/federation/failure';

export { Failure };

/** The command was asked to stop while it was at work. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

const REFUSED: Readonly<Record<string, string>> = {
  EROFS: 'is on a file system that is read-only',
  EACCES: 'may not be written by this user',
  EPERM: 'may not be written by this user',
};

/** What to say of a file that the system does not let us write, if it is that. */
const refusedFile = (error: unknown): string | undefined => {
  if (!(error instanceof Error && 'path' in error && 'code' in error)) return undefined;
  const reason = REFUSED[String(error.code)];
  return reason && `${String(error.path)} ${reason}. Make it writable, or name a place that is.`;
};

/** Returns what a person should read about an error. */
export const sentenceOf = (error: unknown): string =>
  refusedFile(error) ?? (error instanceof Stopped ? error.message : sentenceOfError(error));
