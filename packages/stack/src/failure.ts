import { Failure, sentenceOf as sentenceOfError } from '@course/federation/failure';

export { Failure };

/** The command was asked to stop while it was at work. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** Returns what a person should read about an error. */
export const sentenceOf = (error: unknown): string => (error instanceof Stopped ? error.message : sentenceOfError(error));
