import path from 'node:path';
import { releasesOverHttp } from '@course/federation/publishing-api';
import { makeToken, localReleases, signedBuild, type LocalReleases } from '@course/federation/registry';
import { s3Store, startS3Double } from '@course/federation/s3-double';
import { startProgram, type Program, type RunningProgram } from '@course/test-kit/server-process';
import { edgeProgram } from '../programs.ts';
import { median, percentile } from './percentile.ts';
import type { Measurement } from './measurement.ts';

const EDGES = 3;
const REMOTE = 'mf-legal';
const LIVE_BUDGET_MS = 2000;
const BY = { who: 'bench', why: 'measuring' };
/** The interval at which each edge is polled, which is the maximum error of the figures. */
const POLL_MS = 10;

type Vars = Readonly<Record<string, string>>;

const publishingApi = (root: string, vars: Vars): Program => ({
  name: 'publishing-api',
  main: 'packages/federation/dist/publishing-api.mjs',
  root,
  vars: { LOG_LEVEL: 'silent', ...vars },
});

const liveVersion = async (edge: RunningProgram): Promise<string | undefined> => {
  const { remotes } = (await (await fetch(`${edge.url}/runtime-config.json`)).json()) as {
    remotes: { name: string; version: string }[];
  };
  return remotes.find(({ name }) => name === REMOTE)?.version;
};

/** Resolves to the time in ms from the call of `act` until every edge serves `version`. */
const timeToLive = async (
  edges: readonly RunningProgram[],
  version: string,
  act: () => Promise<unknown>,
): Promise<number> => {
  const start = performance.now();
  await act();
  await Promise.all(
    edges.map(async (edge) => {
      while ((await liveVersion(edge)) !== version) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }),
  );
  return performance.now() - start;
};

export interface PublishOptions {
  /** Root of the built checkout. */
  readonly root: string;
  /** Folder of the stores and of the edges' copies. */
  readonly folder: string;
  readonly publishes: number;
}

interface StoreUnderTest {
  readonly name: string;
  readonly local: LocalReleases;
  readonly vars: Vars;
}

const measureStore = async (
  { name, local, vars }: StoreUnderTest,
  { root, folder, publishes }: PublishOptions,
): Promise<Measurement[]> => {
  const running: RunningProgram[] = [];
  const start = async (program: Program): Promise<RunningProgram> => {
    const started = await startProgram(program);
    running.push(started);
    return started;
  };
  try {
    const api = await start(publishingApi(root, vars));
    const edges: RunningProgram[] = [];
    for (let at = 0; at < EDGES; at += 1)
      edges.push(await start(edgeProgram({ root, folder: path.join(folder, `${name}-edge-${at}`), store: vars })));
    const { token } = await makeToken(local.store, { remote: REMOTE, name: 'bench', now: new Date() });
    const releases = releasesOverHttp({ url: api.url, token });
    const build = path.join(root, REMOTE, 'dist');
    const published: number[] = [];
    const rolledBack: number[] = [];
    for (let at = 0; at < publishes; at += 1) {
      const version = `bench-${at}`;
      const before = `bench-${at - 1}`;
      const upload = await signedBuild(local, build, version);
      published.push(await timeToLive(edges, version, () => releases.publish(upload, BY)));
      if (at === 0) continue;
      rolledBack.push(await timeToLive(edges, before, () => releases.rollback(REMOTE, undefined, BY)));
      await timeToLive(edges, version, () => releases.promote(REMOTE, version, BY));
    }
    const figures = (what: string, values: readonly number[]): Measurement[] => [
      { name: `${what}, ${EDGES} edges, ${name}, median`, value: median(values), unit: 'ms' },
      {
        name: `${what}, ${EDGES} edges, ${name}, p99`,
        value: percentile(values, 0.99),
        unit: 'ms',
        budget: LIVE_BUDGET_MS,
      },
    ];
    return [...figures('publish to live', published), ...figures('roll-back to live', rolledBack)];
  } finally {
    await Promise.all(running.map((program) => program.stop()));
  }
};

/**
 * Measures how long a release takes from a team's call through the publishing API to every edge, with a folder and with a bucket
 * as store.
 */
export const measurePublish = async (options: PublishOptions): Promise<readonly Measurement[]> => {
  const { folder } = options;
  const dataDir = path.join(folder, 'data');
  const folderStore: StoreUnderTest = {
    name: 'folder',
    local: localReleases(dataDir),
    vars: { RELEASE_STORE: path.join(dataDir, 'releases') },
  };
  const inFolder = await measureStore(folderStore, options);
  const s3 = await startS3Double();
  try {
    const { options: bucket } = s3;
    const local = localReleases(path.join(folder, 'bucket'), { store: s3Store(bucket) });
    const vars = {
      RELEASE_STORE: `s3://${bucket.bucket}/${bucket.prefix}`,
      S3_ENDPOINT: bucket.endpoint,
      AWS_REGION: bucket.region,
      AWS_ACCESS_KEY_ID: bucket.accessKeyId,
      AWS_SECRET_ACCESS_KEY: bucket.secretAccessKey,
    };
    return [...inFolder, ...(await measureStore({ name: 'bucket', local, vars }, options))];
  } finally {
    await s3.stop();
  }
};
