import { randomBytes } from 'node:crypto';
import { readComposeFile, readEnvFile, type Variables } from '@course/dev-stack/compose/compose-file';
import { freePort } from '@course/dev-stack/process/ports';
import { sentenceOf, Stopped } from '@course/ops/failure';
import type { Tally } from '@course/test-kit/checks/tally';
import { provideStandIns } from './base-images.ts';
import { findPodman } from './podman.ts';
import { buildImage, composeTargets } from './product-images.ts';
import { SCENARIOS } from './scenarios.ts';
import type { ScenarioContext } from './scenario-context.ts';
import { startSystem } from './system.ts';

export interface ContainersOptions {
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
  /** True to use the images of an earlier run. */
  readonly reuse: boolean;
  /** Runs only the scenarios whose names contain this text. */
  readonly only: string;
}

const secret = (): string => randomBytes(24).toString('hex');

const PROFILES = ['sandbox'];

/** Returns the variables that a person would have in `.env`, with sandbox.env applied. */
const environment = async (): Promise<Variables> => {
  const ports = [await freePort(), await freePort(), await freePort()].map(String);
  const [port = '', releases = '', sandbox = ''] = ports;
  const secrets = [
    'POSTGRES_PASSWORD',
    'FUNNEL_DATABASE_PASSWORD',
    'TRACKING_DATABASE_PASSWORD',
    'ANALYST_DATABASE_PASSWORD',
    'REDIS_PASSWORD',
    'GRAFANA_PASSWORD',
    'COOKIE_KEYS',
    'PAGE_VIEW_KEYS',
    'LINK_KEYS',
    'SANDBOX_KEY',
  ];
  return readEnvFile('packages/ops/docker/sandbox.env', {
    ...Object.fromEntries(secrets.map((name) => [name, secret()])),
    PORT: port,
    RELEASES_PORT: releases,
    SANDBOX_PORT: sandbox,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    RATE_LIMITS: 'off',
    // There is no mail server: confirmations wait in the queue.
    SMTP_URL: 'smtp://mail:1025',
  });
};

const timed = async <T>(say: (line: string) => void, what: string, work: () => Promise<T>): Promise<T> => {
  const startedAt = Date.now();
  const result = await work();
  say(`${what}: ${Math.round((Date.now() - startedAt) / 1000)} s`);
  return result;
};

const runScenarios = async (context: ScenarioContext, only: string): Promise<Tally> => {
  let [passed, failed] = [0, 0];
  for (const { name, run } of SCENARIOS.filter((scenario) => scenario.name.includes(only))) {
    if (context.signal.aborted) throw new Stopped('Stopped');
    const startedAt = Date.now();
    const problem = await run(context).then(
      () => undefined,
      (error: unknown) => sentenceOf(error),
    );
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    context.say(`${problem === undefined ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`);
    if (problem === undefined) passed += 1;
    else {
      failed += 1;
      context.say(`     ${problem.replaceAll('\n', '\n     ')}`);
    }
  }
  return { passed, failed };
};

/** Builds the images, starts docker-compose.yml with the profile `sandbox`, and runs all scenarios on it. */
export const runContainers = async ({ signal, say, reuse, only }: ContainersOptions): Promise<Tally> => {
  const podman = findPodman(signal);
  const variables = await environment();
  await timed(say, 'Stand-ins of the official images', () => provideStandIns(podman, signal));
  const targets = reuse ? [] : composeTargets(variables);
  for (const target of targets) await timed(say, `Image ${target}`, () => buildImage(podman, target));
  const [postgresPort, redisPort] = [await freePort(), await freePort()];
  const system = await timed(say, 'The whole system is healthy', () =>
    startSystem({
      podman,
      file: readComposeFile(variables),
      profiles: PROFILES,
      extraPorts: { postgres: [`127.0.0.1:${postgresPort}:5432`], redis: [`127.0.0.1:${redisPort}:6379`] },
      say,
    }),
  );
  try {
    const context: ScenarioContext = {
      podman,
      system,
      site: {
        origin: variables['PUBLIC_URL'] ?? '',
        sandboxOrigin: `http://127.0.0.1:${variables['SANDBOX_PORT']}`,
        publishableKey: variables['STRIPE_PUBLISHABLE_KEY'] ?? '',
      },
      stores: {
        databaseUrl: `postgresql://course:${variables['POSTGRES_PASSWORD']}@127.0.0.1:${postgresPort}/course`,
        redisUrl: `redis://:${variables['REDIS_PASSWORD']}@127.0.0.1:${redisPort}`,
      },
      publishingUrl: `http://127.0.0.1:${variables['RELEASES_PORT']}`,
      signal,
      say,
    };
    return await runScenarios(context, only);
  } finally {
    await system.stop();
  }
};
