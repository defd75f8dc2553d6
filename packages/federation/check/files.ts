import { SUPPORTED_CONTRACTS } from '../contract/remote.ts';
import { integrityOf } from '../base/integrity.mjs';
import { neededFiles } from '../registry/release.ts';
import type { Build } from './build.ts';
import type { Refusal } from './refusal.ts';

const BUILD_AGAIN = 'Build the remote again: npm run build.';

/** Refuses a build of another remote, or of a contract that the shell does not support. */
export const identityRefusals = ({ descriptor }: Build, name: string): readonly Refusal[] => [
  ...(descriptor.name === name
    ? []
    : [
        {
          where: 'remote.json',
          reason: `the build is of ${descriptor.name}, not of ${name}`,
          remedy: 'Name the folder of its own build: --from <folder>.',
        },
      ]),
  ...(SUPPORTED_CONTRACTS.includes(descriptor.contract)
    ? []
    : [
        {
          where: 'remote.json',
          reason: `its contract is ${descriptor.contract}, the shell supports ${SUPPORTED_CONTRACTS.join(' and ')}`,
          remedy: 'Build it against the @course/federation of this shell.',
        },
      ]),
];

/** Refuses files that the build may request and that are missing, or that were changed and browsers would refuse. */
export const fileRefusals = ({ files, descriptor, chunks }: Build): readonly Refusal[] => {
  const needed = new Set(['mf-manifest.json', ...neededFiles(descriptor), ...chunks.keys()]);
  return [...needed].flatMap((file) => {
    const body = files.get(file);
    if (!body) return [{ where: file, reason: 'it is missing, and the build may request it', remedy: BUILD_AGAIN }];
    const hash = chunks.get(file);
    return hash === undefined || integrityOf(body) === hash
      ? []
      : [{ where: file, reason: 'it was changed after the build, and browsers would refuse it', remedy: BUILD_AGAIN }];
  });
};
