import { EnvError } from '@course/contracts/env';

/** A problem that a person can fix: shown as a single sentence, without a stack. */
export class Failure extends Error {
  override readonly name = 'Failure';
}

/** Returns an error's message without its stack. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Returns what to show a person about an error. */
export const sentenceOf = (error: unknown): string => {
  if (error instanceof Failure || error instanceof EnvError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};
