import { parseVariables } from '@course/contracts/env';
import { z } from 'zod';
import { findChromium } from '../check/chromium.ts';
import { sentenceOf } from '../base/failure.ts';
import { localReleases, type LocalReleases } from '../registry/local-releases.ts';
import { openStore, storeEnv } from '../store/open-store.ts';
import { readCredentials } from './credentials.ts';
import { runRemoteCommand } from './remote.ts';

const environment = storeEnv.extend({
  RELEASE_STORE: z.string().optional(),
  DATA_DIR: z.string().optional(),
  TEAM_KEYS_DIR: z.string().optional(),
});

const localOf = (env: z.infer<typeof environment>): LocalReleases | undefined => {
  const { DATA_DIR: dataDir, RELEASE_STORE: place, TEAM_KEYS_DIR: keysDir } = env;
  if (!dataDir) return undefined;
  return localReleases(dataDir, {
    ...(place && { store: openStore({ ...env, RELEASE_STORE: place }) }),
    ...(keysDir && { keysDir }),
  });
};

/*
 * The remote command where there are no sources: node packages/federation/dist/remote.mjs <command>. In an
 * installation, DATA_DIR, RELEASE_STORE and TEAM_KEYS_DIR locate its data; a pipeline names a publishing API with --to.
 */
const run = async (): Promise<void> => {
  const local = localOf(parseVariables(environment, process.env));
  await runRemoteCommand({
    program: 'course-remote',
    ...(local && { local }),
    credentials: readCredentials(process.env),
    findBrowser: () => findChromium(process.env),
    args: process.argv.slice(2),
    say: (line) => void process.stdout.write(`${line}\n`),
  });
};

run().catch((error: unknown) => {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exitCode = 1;
});
