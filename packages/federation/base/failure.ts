import { EnvError } from '@course/contracts/env';

/** A condition that a person can put right: shown as its one sentence, without a stack. */
export class Failure extends Error {
  override readonly name = 'Failure';
}

/** Returns what a person should read about an error. */
export const sentenceOf = (error: unknown): string => {
  if (error instanceof Failure || error instanceof EnvError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};
