import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { readComposeFile, type Variables } from '@course/dev-stack/compose/compose-file';
import { PROJECT_ROOT } from '@course/federation/paths';
import { STAND_INS, type OfficialImage } from './base-images.ts';
import { PREFIX, type Podman } from './podman.ts';

/** The programs that every installation runs. */
export const PROGRAMS = ['edge', 'svc-funnel', 'svc-tracking', 'ops'] as const;

const isOfficial = (image: string): image is OfficialImage => image in STAND_INS;

/** Returns the local name of an image of docker-compose.yml: the product's are built, others have stand-ins. */
export const localImage = (image: string): string =>
  isOfficial(image) ? STAND_INS[image] : `localhost/${PREFIX}/${path.basename(image)}`;

/** Builds one target of the product's Dockerfile from a checkout. Returns the image's id. */
export const buildImage = async (podman: Podman, target: string, root = PROJECT_ROOT): Promise<string> => {
  const node = STAND_INS['node:24-bookworm-slim'];
  const cache = path.join(homedir(), '.npm');
  const image = localImage(target);
  await podman([
    'build',
    '--isolation=chroot',
    '--format=docker',
    '--layers',
    `--file=${path.join(root, 'packages/ops/docker/Dockerfile')}`,
    `--target=${target}`,
    `--build-arg=NODE_IMAGE=${node}`,
    // PostgreSQL's package source cannot be reached here.
    `--build-arg=OPS_BASE=${node}`,
    ...(existsSync(cache) ? [`--volume=${cache}:/root/.npm`] : []),
    `--tag=${image}`,
    root,
  ]);
  return podman(['image', 'inspect', '--format={{.Id}}', image]);
};

/** Returns the targets that docker-compose.yml builds, without duplicates. */
export const composeTargets = (variables: Variables): readonly string[] => [
  ...new Set(Object.values(readComposeFile(variables).services).flatMap(({ build }) => build?.target ?? [])),
];
