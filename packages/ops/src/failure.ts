/** A condition that a person can put right: shown as its one sentence, without a stack. */
export class Failure extends Error {
  override readonly name = 'Failure';
}

/** The command was asked to stop while it was at work. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** What a person should read about an error. */
export const sentenceOf = (error: unknown): string =>
  error instanceof Failure || error instanceof Stopped ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
