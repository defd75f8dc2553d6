import { remoteName, remoteVersion } from '../contract/descriptor.ts';
import { Failure } from '../base/failure.ts';

/** Validates a remote's name typed by a person. Throws a one-sentence failure if it is invalid. */
export const requireName = (name: string | undefined): string => {
  const parsed = remoteName.safeParse(name);
  if (parsed.success) return parsed.data;
  throw new Failure('Name a remote, such as mf-quiz.');
};

/** Validates a version typed by a person. Throws a one-sentence failure if it is invalid. */
export const requireVersion = (version: string): string => {
  const parsed = remoteVersion.safeParse(version);
  if (parsed.success) return parsed.data;
  throw new Failure(`${version} is not a version. Use letters, digits and .+_- only, such as 1.4.0`);
};
