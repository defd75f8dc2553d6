import { Failure, sentenceOf as sentenceOfError } from '@course/federation/failure';

export { Failure };

/** Thrown when a command was stopped by request before it had finished. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

const NOT_WRITABLE: Readonly<Record<string, string>> = {
  EROFS: 'is on a file system that is read-only',
  EACCES: 'may not be written by this user',
  EPERM: 'may not be written by this user',
};

/** Returns the message for an error about a file that cannot be written; undefined for other errors. */
const notWritable = (error: unknown): string | undefined => {
  if (!(error instanceof Error && 'path' in error && 'code' in error)) return undefined;
  const reason = NOT_WRITABLE[String(error.code)];
  return reason && `${String(error.path)} ${reason}. Make it writable, or name a place that is.`;
};

/** Returns the message to print for an error. */
export const sentenceOf = (error: unknown): string =>
  notWritable(error) ?? (error instanceof Stopped ? error.message : sentenceOfError(error));
