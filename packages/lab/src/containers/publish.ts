import { deepStrictEqual, match, ok } from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runTool } from '@course/dev-stack/process/run-tool';
import { PROJECT_ROOT } from '@course/federation/paths';
import { waitUntil } from '@course/ops/wait';
import { PREFIX, type Podman } from './podman.ts';
import { localImage } from './product-images.ts';
import type { ScenarioContext } from './scenario-context.ts';

const REMOTE = 'mf-quiz';
const LIVE_MAX_MS = 10_000;
const COMMAND = ['node', 'packages/federation/dist/remote.mjs'];

/** Copies the remote's build from the image of the job for the first releases to a folder. */
const buildFromImage = async (podman: Podman, folder: string): Promise<void> => {
  const name = `${PREFIX}-builds`;
  await podman(['create', `--name=${name}`, localImage('first-releases')]);
  try {
    await podman(['cp', `${name}:/app/${REMOTE}/dist`, folder]);
  } finally {
    await podman(['rm', name]);
  }
};

const publish = (publishingUrl: string, from: string, version: string, env: Readonly<Record<string, string>>) =>
  runTool(
    process.execPath,
    [
      'packages/dev-stack/bin/run.mjs',
      'dev-stack/remote',
      'publish',
      REMOTE,
      version,
      '--from',
      from,
      '--to',
      publishingUrl,
    ],
    { cwd: PROJECT_ROOT, env },
  );

/** Publishes as a team does: with its own key, a token from the operator, and the command that it uses locally. */
export const publishOverHttp = async ({ podman, system, site, publishingUrl }: ScenarioContext): Promise<void> => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const writeKey = `printf '%s' '${Buffer.from(pem).toString('base64')}' | base64 -d >/tmp/key.pub`;
  await system.runOnce('publish', ['sh', '-c', `${writeKey} && ${COMMAND.join(' ')} key add ${REMOTE} /tmp/key.pub`]);
  const output = await system.runOnce('publish', [...COMMAND, 'token', 'add', REMOTE, '--name', 'test']);
  const token = output.trim().split('\n').at(-1) ?? '';
  const folder = mkdtempSync(path.join(tmpdir(), `${PREFIX}-build-`));
  try {
    await buildFromImage(podman, folder);
    const from = path.join(folder, 'dist');
    const version = 'containers-test';
    const signingKey = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const refused = await publish(publishingUrl, from, version, {
      REMOTE_TOKEN: `${token.slice(0, -4)}AAAA`,
      REMOTE_SIGNING_KEY: signingKey,
    });
    ok(refused.code !== 0, 'a wrong token was accepted');
    const accepted = await publish(publishingUrl, from, version, {
      REMOTE_TOKEN: token,
      REMOTE_SIGNING_KEY: signingKey,
    });
    deepStrictEqual([accepted.code, accepted.code === 0 ? '' : accepted.output], [0, '']);
    await waitUntil(async () => (await (await fetch(`${site.origin}/runtime-config.json`)).text()).includes(version), {
      what: `the edge to serve ${version}`,
      timeoutMs: LIVE_MAX_MS,
    });
    const page = await (await fetch(`${site.origin}/q1`)).text();
    match(page, new RegExp(`/remotes/${REMOTE}/`));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
