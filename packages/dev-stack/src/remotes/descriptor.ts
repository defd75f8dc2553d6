import { remoteDescriptor, SUPPORTED_CONTRACTS, type RemoteDescriptor } from '@course/contracts';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { Failure, sentenceOf } from '@course/ops/failure';

/** The build's own description. Throws when it is missing or not in the agreed form. */
export const readDescriptor = (folder: string): RemoteDescriptor => {
  const file = path.join(folder, 'remote.json');
  if (!existsSync(file)) throw new Failure(`${folder} holds no remote.json. Build the remote first: npm run build`);
  try {
    return remoteDescriptor.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : sentenceOf(error);
    throw new Failure(`${file} is not a valid description of a remote: ${why}`);
  }
};

/** The files without which a build cannot run. */
export const namedFiles = ({ scripts, styles }: RemoteDescriptor): readonly string[] => ['remoteEntry.js', ...scripts, ...styles];

/** What keeps a build from being published, one sentence each. */
export const problemsOf = (folder: string, name: string, descriptor: RemoteDescriptor): readonly string[] => [
  ...(descriptor.name === name ? [] : [`the build is of ${descriptor.name}, not of ${name}`]),
  ...(SUPPORTED_CONTRACTS.includes(descriptor.contract)
    ? []
    : [`its contract is ${descriptor.contract}, the shell supports ${SUPPORTED_CONTRACTS.join(' and ')}`]),
  ...['mf-manifest.json', ...namedFiles(descriptor)].filter((file) => !existsSync(path.join(folder, file))).map((file) => `${file} is missing`),
];
