/** A condition that a person can put right: shown as its one sentence, without a stack. */
export class Failure extends Error {
  override readonly name = 'Failure';
}

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
  return reason && `${String(error.path)} ${reason}. Make it writable, or set DATA_DIR to a folder that is.`;
};

/** What a person should read about an error. */
export const sentenceOf = (error: unknown): string =>
  refusedFile(error) ??
  (error instanceof Failure || error instanceof Stopped ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error));
