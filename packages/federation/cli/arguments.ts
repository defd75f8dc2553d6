import { InvalidArgumentError } from 'commander';
import type { z } from 'zod';
import { remoteVersion } from '../contract/descriptor.ts';
import { Failure } from '../base/failure.ts';

/** Validates a version typed by a person. Throws a one-sentence failure if it is invalid. */
export const requireVersion = (version: string): string => {
  const parsed = remoteVersion.safeParse(version);
  if (parsed.success) return parsed.data;
  throw new Failure(`${version} is not a version. Use letters, digits and .+_- only, such as 1.4.0`);
};

/** Returns a commander parser for a text of this form. */
export const textOf =
  (form: z.ZodType<string>) =>
  (text: string): string => {
    const parsed = form.safeParse(text);
    if (parsed.success) return parsed.data;
    throw new InvalidArgumentError(`It ${parsed.error.issues[0]?.message}.`);
  };
