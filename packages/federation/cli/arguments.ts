import { InvalidArgumentError } from 'commander';
import type { z } from 'zod';
import { remoteVersion } from '../contract/descriptor.ts';
import { Failure } from '../base/failure.ts';

/** A version as a person types it. Throws one sentence when it is none. */
export const requireVersion = (version: string): string => {
  const parsed = remoteVersion.safeParse(version);
  if (parsed.success) return parsed.data;
  throw new Failure(`${version} is no version. Use letters, digits and .+_- only, such as 1.4.0`);
};

/** Returns what reads a text of this form, for commander. */
export const textOf =
  (form: z.ZodType<string>) =>
  (text: string): string => {
    const parsed = form.safeParse(text);
    if (parsed.success) return parsed.data;
    throw new InvalidArgumentError(`It ${parsed.error.issues[0]?.message}.`);
  };

/** Returns what reads a number of these bounds, for commander. */
export const numberFrom =
  (least: number, most: number) =>
  (text: string): number => {
    const value = Number(text);
    if (text.trim() !== '' && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a number from ${least} to ${most}.`);
  };
