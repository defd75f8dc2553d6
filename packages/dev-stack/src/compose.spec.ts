import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readMigrateEnv } from '@course/ops/env';
import { PROJECT_ROOT } from '@course/ops/paths';
import { FUNNEL_FLAGS, TRACKING_FLAGS } from './stack/service-specs.ts';

const service = z.object({
  image: z.string(),
  command: z.array(z.string()).optional(),
  build: z.object({ dockerfile: z.string() }).optional(),
  environment: z.record(z.string(), z.string()).default({}),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
});

const read = (file: string): string => readFileSync(path.join(PROJECT_ROOT, file), 'utf8');

/** What a person who filled in env.example has set. */
const GIVEN: Readonly<Record<string, string>> = {
  POSTGRES_PASSWORD: 'a'.repeat(48),
  FUNNEL_DATABASE_PASSWORD: 'b'.repeat(48),
  TRACKING_DATABASE_PASSWORD: 'c'.repeat(48),
  ANALYST_DATABASE_PASSWORD: 'g'.repeat(48),
  REDIS_PASSWORD: 'd'.repeat(48),
  GRAFANA_PASSWORD: 'h'.repeat(48),
  COOKIE_KEYS: 'e'.repeat(48),
  PAGE_VIEW_KEYS: 'f'.repeat(48),
  LINK_KEYS: 'l'.repeat(48),
  STRIPE_SECRET_KEY: 'sk_test_1234567890abcdef',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1234567890abcdef',
  STRIPE_WEBHOOK_SECRET: 'whsec_1234567890abcdef',
};

/** As Compose puts in variables: `${NAME}`, `${NAME:-default}`, `${NAME:?message}`, one inside the other. */
const interpolate = (text: string, given: Readonly<Record<string, string>>): string => {
  const innermost = /\$\{([A-Z0-9_]+)(?::([-?])([^${}]*))?\}/;
  const found = innermost.exec(text);
  if (!found) return text;
  const [whole, name = '', kind, rest = ''] = found;
  const value = given[name] ?? (kind === '-' ? rest : undefined);
  if (value === undefined) throw new Error(`${name}: ${rest}`);
  return interpolate(
    text.replace(whole, () => value),
    given,
  );
};

const composeWith = (given: Readonly<Record<string, string>>) =>
  z
    .object({ services: z.record(z.string(), service) })
    .parse(parse(interpolate(read('docker-compose.yml'), given), { merge: true })).services;

const services = composeWith(GIVEN);
const the = (name: string) => services[name] ?? expect.fail(`no service ${name}`);

test.each([
  ['svc-funnel', FUNNEL_FLAGS],
  ['svc-tracking', TRACKING_FLAGS],
])('%s runs with the flags that it was measured with', (name, flags) => {
  expect(the(name).command?.slice(1, 1 + flags.length)).toEqual(flags);
});

test('the whole system is there', () => {
  expect(Object.keys(services)).toEqual([
    'postgres',
    'redis',
    'mail',
    'migrate',
    'svc-funnel',
    'svc-tracking',
    'publish',
    'releases',
    'edge',
    'grafana',
  ]);
});

test('every service but the one-shot jobs has a health check', () => {
  const without = Object.entries(services).filter(([, { healthcheck }]) => !healthcheck);
  expect(without.map(([name]) => name)).toEqual(['migrate', 'publish']);
});

test('Redis writes to disk before it answers and evicts nothing', () => {
  const flags = the('redis').command?.join(' ');
  expect(flags).toContain('--appendonly yes --appendfsync always --maxmemory-policy noeviction');
  expect(the('redis').image).toMatch(/^redis:\d/);
});

test('PostgreSQL is version 18', () => {
  expect(the('postgres').image).toMatch(/^postgres:18/);
});

test('programs start after what they need', () => {
  expect(the('migrate').depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
  for (const name of ['svc-funnel', 'svc-tracking']) {
    expect(the(name).depends_on).toEqual({
      migrate: { condition: 'service_completed_successfully' },
      redis: { condition: 'service_healthy' },
    });
  }
  expect(the('edge').depends_on).toMatchObject({
    publish: { condition: 'service_completed_successfully' },
    'svc-funnel': { condition: 'service_healthy' },
    'svc-tracking': { condition: 'service_healthy' },
  });
});

test('only the edge, the door of the releases, the mail catcher and Grafana can be reached from outside, on this machine alone', () => {
  const open = Object.entries(services).flatMap(([name, { ports }]) => ports.map((port) => [name, port]));
  expect(open).toEqual([
    ['mail', '127.0.0.1:8025:8025'],
    ['releases', '127.0.0.1:3002:4000'],
    ['edge', '127.0.0.1:3000:3000'],
    ['grafana', '127.0.0.1:3001:3000'],
  ]);
});

test('Grafana is pinned, and is given the analysts’ password, its own and the folders of this repository to read', () => {
  const { image, environment, volumes, depends_on: needs } = the('grafana');
  expect(image).toMatch(/^grafana\/grafana:\d+\.\d+\.\d+$/);
  expect(environment).toMatchObject({
    ANALYST_DATABASE_PASSWORD: GIVEN['ANALYST_DATABASE_PASSWORD'],
    GF_SECURITY_ADMIN_PASSWORD: GIVEN['GRAFANA_PASSWORD'],
  });
  expect(needs).toEqual({ migrate: { condition: 'service_completed_successfully' } });
  const folders = volumes.filter((volume) => volume.startsWith('./')).map((volume) => volume.split(':'));
  expect(folders).toHaveLength(2);
  for (const [folder = '', , mode] of folders)
    expect([existsSync(path.join(PROJECT_ROOT, folder)), mode]).toEqual([true, 'ro']);
  const home = environment['GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH'] ?? '';
  const dashboards = folders.find(([, target]) => home.startsWith(`${target}/`));
  expect(existsSync(path.join(PROJECT_ROOT, dashboards?.[0] ?? '', path.basename(home)))).toBe(true);
});

test.each(Object.keys(GIVEN))('without %s nothing starts, and a sentence says so', (name) => {
  const others = Object.fromEntries(Object.entries(GIVEN).filter(([other]) => other !== name));
  expect(() => composeWith(others)).toThrow(new RegExp(`^${name}: Set ${name}`));
});

test('env.example names every variable that has to be set', () => {
  const named = [...read('packages/ops/docker/env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
  expect(named.sort()).toEqual(Object.keys(GIVEN).sort());
});

/** Files of our own that commands and health checks run, and the project whose build makes them. */
const programs = Object.values(services).flatMap(
  ({ command = [], healthcheck }) => [...command, ...(healthcheck?.test ?? [])].join(' ').match(/[\w/-]+\.mjs/g) ?? [],
);

test.each([...new Set(programs)])('%s is built or lies in the repository', (file) => {
  const [project] = file.split('/dist/');
  const config = path.join(PROJECT_ROOT, project ?? '', 'rspack.config.mjs');
  expect(existsSync(path.join(PROJECT_ROOT, file)) || (file.includes('/dist/') && existsSync(config))).toBe(true);
});

test('the image has every file that a command runs, and runs nothing as root', () => {
  const dockerfile = read(the('edge').build?.dockerfile ?? '');
  const runtime = dockerfile.slice(dockerfile.indexOf('AS runtime'));
  for (const folder of [
    'packages/ops/dist',
    'packages/federation/dist',
    'svc-funnel/dist',
    'svc-tracking/dist',
    'shell/dist',
    'svc-funnel/prisma',
    'svc-tracking/prisma',
    'svc-tracking/analytics',
    'content/lessons',
    'content/resources',
  ]) {
    expect(runtime).toContain(`COPY --from=build /app/${folder} ${folder}`);
  }
  expect(runtime).toMatch(/^USER node$/m);
});

const DEVELOPMENT = ['dev-stack', 'stripe-sandbox', 'test-kit', 'lab', 'e2e'];

test('containers run nothing of the tools of development, and the image does not have them', () => {
  const dockerfile = read(the('edge').build?.dockerfile ?? '');
  const runtime = dockerfile.slice(dockerfile.indexOf('AS runtime'));
  for (const tool of DEVELOPMENT)
    expect([...programs, runtime].filter((text) => text.includes(`packages/${tool}`))).toEqual([]);
  expect(dockerfile).toContain(`for tool in ${DEVELOPMENT.join(' ')}; do rm -rf packages/$tool`);
});

test.each(['docs/owner.md', 'docs/page-views.md', 'docs/demo-data.md'])(
  '%s names programs that are built for servers',
  (file) => {
    const named = [...read(file).matchAll(/(packages\/[\w-]+)\/dist\/([\w-]+)\.mjs/g)];
    for (const [, project = '', program = ''] of named) {
      expect(['packages/ops', 'packages/federation']).toContain(project);
      expect(existsSync(path.join(PROJECT_ROOT, project, 'src/commands', `${program}.ts`)), program).toBe(true);
    }
  },
);

test('the image copies every remote of the checkout', () => {
  const { workspaces } = z.object({ workspaces: z.array(z.string()) }).parse(JSON.parse(read('package.json')));
  const remotes = workspaces.filter((name) => name.startsWith('mf-'));
  const dockerfile = read(the('edge').build?.dockerfile ?? '');
  for (const name of remotes) expect(dockerfile).toContain(`COPY --from=build /app/${name}/dist ${name}/dist`);
});

test('the edge reads the releases and cannot change them, and nobody but the job has the teams’ keys', () => {
  expect(the('edge').volumes).toContain('releases:/releases:ro');
  expect(the('releases').volumes).toEqual(['releases:/releases']);
  const holders = Object.entries(services).filter(([, { volumes }]) =>
    volumes.some((one) => one.startsWith('team-keys:')),
  );
  expect(holders.map(([name]) => name)).toEqual(['publish']);
  expect(the('svc-tracking').environment['DECLARATIONS_URL']).toBe(
    `http://edge:${the('edge').environment['INTERNAL_PORT']}/declarations`,
  );
  const bucket = composeWith({ ...GIVEN, RELEASE_STORE: 's3://bucket/x', S3_ENDPOINT: 'https://s3.example.com' });
  for (const name of ['publish', 'releases', 'edge'])
    expect(bucket[name]?.environment).toMatchObject({
      RELEASE_STORE: 's3://bucket/x',
      S3_ENDPOINT: 'https://s3.example.com',
    });
});

test("the migration's environment is complete", () => {
  expect(readMigrateEnv(the('migrate').environment).passwords).toEqual({
    funnel: 'b'.repeat(48),
    tracking: 'c'.repeat(48),
    analyst: 'g'.repeat(48),
  });
});

test('what stands in front of the edge is set in one place, and the services believe their own network alone', () => {
  const behind = composeWith({ ...GIVEN, TRUST_PROXY: '1' });
  expect(behind['edge']?.environment['TRUST_PROXY']).toBe('1');
  expect(['svc-funnel', 'svc-tracking'].map((name) => behind[name]?.environment['TRUST_PROXY'])).toEqual([
    'uniquelocal',
    'uniquelocal',
  ]);
  expect(read('packages/ops/docker/env.example')).toContain('TRUST_PROXY=1');
});

type ReadEnv = (source: Readonly<Record<string, string>>) => unknown;

// By path: a service's code is not this package's to import.
test.each([
  ['svc-funnel', 'svc-funnel/src/platform/env.ts', 'parseEnv'],
  ['svc-tracking', 'svc-tracking/src/platform/env.ts', 'parseEnv'],
  ['edge', 'shell/edge/env.ts', 'readEnv'],
])("%s's environment satisfies the program", async (name, file, reader) => {
  const program = (await import(path.join(PROJECT_ROOT, file))) as Record<string, ReadEnv>;
  expect(() => program[reader]?.(the(name).environment)).not.toThrow();
  expect(() => program[reader]?.({})).toThrow();
});
