import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { PERSONAL_DATA } from '@course/funnel';
import { readMigrateEnv, readRedisUrl } from '@course/ops/env';
import { PROJECT_ROOT } from '@course/federation/paths';
import { readComposeFile, readEnvFile, servicesIn, type Variables } from './compose/compose-file.ts';
import { FUNNEL_FLAGS, TRACKING_FLAGS } from './stack/service-specs.ts';

const read = (file: string): string => readFileSync(path.join(PROJECT_ROOT, file), 'utf8');

/** The variables of a filled-in env.example. */
const FILLED_IN: Variables = {
  POSTGRES_PASSWORD: 'a'.repeat(48),
  FUNNEL_DATABASE_PASSWORD: 'b'.repeat(48),
  TRACKING_DATABASE_PASSWORD: 'c'.repeat(48),
  ANALYST_DATABASE_PASSWORD: 'g'.repeat(48),
  REDIS_PASSWORD: 'd'.repeat(48),
  GRAFANA_PASSWORD: 'h'.repeat(48),
  COOKIE_KEYS: 'e'.repeat(48),
  PAGE_VIEW_KEYS: 'f'.repeat(48),
  LINK_KEYS: 'l'.repeat(48),
  SMTP_URL: 'smtp://mail:1025',
  MAIL_FROM: 'Course <course@shop.example>',
  OWNER_EMAIL: 'me@shop.example',
  STRIPE_SECRET_KEY: 'sk_test_1234567890abcdef',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1234567890abcdef',
  STRIPE_WEBHOOK_SECRET: 'whsec_1234567890abcdef',
};

const composeWith = (variables: Variables) => readComposeFile(variables).services;

const services = composeWith(FILLED_IN);
const service = (name: string) => services[name] ?? expect.fail(`no service ${name}`);

/** The lines of each stage of the Dockerfile, by its name, with those of the stage that it begins with. */
const dockerfile = read('packages/ops/docker/Dockerfile');
const stages = new Map(
  dockerfile
    .split(/^(?=FROM )/m)
    .slice(1)
    .map((text) => {
      const [, base = '', name = ''] = /^FROM (\S+) AS (\S+)$/m.exec(text) ?? [];
      return [name, { base, text }] as const;
    }),
);
const stageText = (name: string): string => {
  const stage = stages.get(name);
  return stage ? stageText(stage.base) + stage.text : '';
};

/** Returns the paths of the checkout that a stage copies, directly or from other stages. */
const sourcesOf = (name: string): readonly string[] =>
  [...stageText(name).matchAll(/^COPY (?:--from=(\S+) )?(\S+) \S+$/gm)].flatMap(([, from, source = '']) =>
    from === undefined ? [source] : from === 'manifests' ? [] : sourcesOf(from),
  );

test('page views are kept for as long as the privacy policy says', () => {
  const rows = PERSONAL_DATA.filter(({ deletedBy }) => deletedBy?.setting === 'RETENTION_MONTHS');
  expect(rows).not.toEqual([]);
  for (const { deletedBy } of rows)
    expect(service('svc-tracking').environment['RETENTION_MONTHS']).toBe(String(deletedBy?.after));
});

const PROGRAMS = ['edge', 'svc-funnel', 'svc-tracking', 'ops'];

test.each([
  ['svc-funnel', FUNNEL_FLAGS],
  ['svc-tracking', TRACKING_FLAGS],
])('%s runs with the flags that it was measured with', (name, flags) => {
  const [, command = '[]'] = /^CMD (.+)$/m.exec(stages.get(name)?.text ?? '') ?? [];
  expect((JSON.parse(command) as string[]).slice(1, 1 + flags.length)).toEqual(flags);
});

test.each(PROGRAMS)('%s has its own image, which runs as an unprivileged user', (name) => {
  const used = Object.values(services).filter(({ build }) => build?.target === name);
  expect(used.length).toBeGreaterThan(0);
  for (const { image } of used) expect(image).toBe(`ai-course-funnel/${name}`);
  expect(stageText(name)).toMatch(/^USER node$/m);
  expect(stageText(name)).toMatch(/^CMD /m);
});

test.each(PROGRAMS)(
  '%s is built without remotes, without development tools and not from the whole checkout',
  (name) => {
    const sources = sourcesOf(name);
    expect(sources.filter((source) => /^(mf-|packages\/(dev-stack|test-kit|lab|e2e)|\.$)/.test(source))).toEqual([]);
    expect(stageText(name)).not.toContain('stripe-sandbox');
  },
);

test.each(PROGRAMS)('%s needs no packages installed, because its programs are bundled', (name) => {
  expect(stageText(name)).not.toMatch(/node_modules|npm/);
});

test("the sandbox's image has the packages that its build treats as external", async () => {
  const config = path.join(PROJECT_ROOT, 'packages/stripe-sandbox/rspack.config.mjs');
  const { default: build } = (await import(config)) as { default: { externals: readonly string[] } };
  expect(build.externals).not.toEqual([]);
  for (const name of build.externals)
    expect(stages.get('stripe-sandbox')?.text).toContain(
      `COPY --from=programs /app/node_modules/${name}/ node_modules/${name}/`,
    );
});

test('sourcesOf finds a remote where one is copied', () => {
  expect(sourcesOf('first-releases')).toContain('mf-quiz/');
});

test('base images are the official ones and can be overridden', () => {
  expect(dockerfile).toMatch(/^ARG NODE_IMAGE=node:24-bookworm-slim$/m);
  const bases = [...stages.values()].map(({ base }) => base).filter((base) => !stages.has(base));
  expect([...new Set(bases)]).toEqual(['${NODE_IMAGE}', '${OPS_BASE}']);
});

test('every part of the system is a service', () => {
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
    'stripe-sandbox',
    'grafana',
  ]);
});

test('the mail catcher, Grafana and the sandbox run only when their profiles are on', () => {
  const namesWith = (...profiles: string[]) => servicesIn(readComposeFile(FILLED_IN), profiles).map(([name]) => name);
  const always = namesWith();
  const optional = namesWith('mail', 'grafana', 'sandbox').filter((name) => !always.includes(name));
  expect(optional.sort()).toEqual(['grafana', 'mail', 'stripe-sandbox']);
  expect([...always, ...optional].sort()).toEqual(Object.keys(services).sort());
});

test('every service but the one-shot jobs has a health check, its own or that of its image', () => {
  const without = Object.entries(services).filter(
    ([, { healthcheck, build }]) => !healthcheck && !stageText(build?.target ?? '').includes('\nHEALTHCHECK '),
  );
  expect(without.map(([name]) => name)).toEqual(['migrate', 'publish']);
});

test('Redis writes to disk before it replies and evicts nothing', () => {
  const flags = service('redis').command?.join(' ');
  expect(flags).toContain('--appendonly yes --appendfsync always --maxmemory-policy noeviction');
  expect(service('redis').image).toMatch(/^redis:\d/);
});

test('PostgreSQL is version 18', () => {
  expect(service('postgres').image).toMatch(/^postgres:18/);
});

test('programs start after what they need', () => {
  expect(service('migrate').depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
  for (const name of ['svc-funnel', 'svc-tracking']) {
    expect(service(name).depends_on).toEqual({
      migrate: { condition: 'service_completed_successfully' },
      redis: { condition: 'service_healthy' },
    });
  }
  expect(service('edge').depends_on).toMatchObject({
    publish: { condition: 'service_completed_successfully' },
    'svc-funnel': { condition: 'service_healthy' },
    'svc-tracking': { condition: 'service_healthy' },
  });
});

test('only the edge, the publishing API, the mail catcher, the sandbox’s card form and Grafana publish ports, on localhost only', () => {
  const open = Object.entries(services).flatMap(([name, { ports }]) => ports.map((port) => [name, port]));
  expect(open).toEqual([
    ['mail', '127.0.0.1:8025:8025'],
    ['releases', '127.0.0.1:3002:4000'],
    ['edge', '127.0.0.1:3000:3000'],
    ['stripe-sandbox', '127.0.0.1:4242:4242'],
    ['grafana', '127.0.0.1:3001:3000'],
  ]);
});

test('Grafana is pinned, has the analysts’ password and its own, and mounts folders of this repository read-only', () => {
  const { image, environment, volumes, depends_on: needs } = service('grafana');
  expect(image).toMatch(/^grafana\/grafana:\d+\.\d+\.\d+$/);
  expect(environment).toMatchObject({
    ANALYST_DATABASE_PASSWORD: FILLED_IN['ANALYST_DATABASE_PASSWORD'],
    GF_SECURITY_ADMIN_PASSWORD: FILLED_IN['GRAFANA_PASSWORD'],
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

test.each(Object.keys(FILLED_IN))('refuses to start without %s and says so', (name) => {
  const others = Object.fromEntries(Object.entries(FILLED_IN).filter(([other]) => other !== name));
  expect(() => composeWith(others)).toThrow(new RegExp(`^${name}: Set ${name}`));
});

const SANDBOX = 'packages/ops/docker/sandbox.env';

test('with sandbox.env no Stripe keys or mail addresses are needed, and the sandbox shares a network with svc-funnel only', () => {
  const others = Object.fromEntries(
    Object.entries(FILLED_IN).filter(([name]) => !/^(STRIPE_.*|MAIL_FROM|OWNER_EMAIL)$/.test(name)),
  );
  expect(() => readEnvFile(SANDBOX, others)).toThrow(/^SANDBOX_KEY: Set SANDBOX_KEY/);
  const variables = readEnvFile(SANDBOX, { ...others, SANDBOX_KEY: 'k'.repeat(24) });
  expect(variables['COMPOSE_PROFILES']?.split(',')).toContain('sandbox');
  const sandboxed = composeWith(variables);
  expect(sandboxed['stripe-sandbox']?.networks).toEqual(['sandbox']);
  const onSandboxNetwork = Object.entries(sandboxed).filter(([, { networks }]) => networks.includes('sandbox'));
  expect(onSandboxNetwork.map(([name]) => name)).toEqual(['svc-funnel', 'stripe-sandbox']);
  expect(sandboxed['svc-funnel']?.environment).toMatchObject({
    STRIPE_API_BASE: 'http://stripe-sandbox:4242',
    STRIPE_API_HOSTS: 'stripe-sandbox',
    STRIPE_SECRET_KEY: sandboxed['stripe-sandbox']?.environment['SECRET_KEY'],
  });
  expect(sandboxed['edge']?.environment['PAYMENTS_SCRIPT_URL']).toBe('http://127.0.0.1:4242/v1/stripe.js');
  expect(readEnvFile(SANDBOX, { ...FILLED_IN, SANDBOX_KEY: 'k'.repeat(24) })).toMatchObject({
    MAIL_FROM: FILLED_IN['MAIL_FROM'],
    OWNER_EMAIL: FILLED_IN['OWNER_EMAIL'],
  });
  expect(read(SANDBOX)).toContain('no money moves');
});

test('without sandbox.env nothing points to the sandbox', () => {
  expect(service('svc-funnel').environment['STRIPE_API_BASE']).toBe('');
  expect(service('edge').environment['PAYMENTS_SCRIPT_URL']).toBe('');
});

test('env.example names every variable that has to be set', () => {
  const named = [...read('packages/ops/docker/env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
  expect(named.filter((name) => name !== 'COMPOSE_PROFILES').sort()).toEqual(Object.keys(FILLED_IN).sort());
});

test('secrets and backups in their documented places stay out of the repository and the images', () => {
  const [, env = ''] = /^# Copy to `(\S+)`/.exec(read('packages/ops/docker/env.example')) ?? [];
  const [, backups = ''] = /--volume "\$PWD\/([\w-]+):/.exec(read('docs/owner.md')) ?? [];
  const keys = ['docs/mail.md', 'docs/teams.md'].flatMap((file) => read(file).match(/\b\w+\.pem\b/g) ?? []);
  expect([env, backups, new Set(keys)]).toEqual(['.env', 'backups', new Set(['dkim.pem', 'key.pem'])]);
  const files = [env, `${backups}/today`, 'today.jsonl.gz', ...new Set(keys)];
  const ignored = execFileSync('git', ['check-ignore', '--no-index', ...files], {
    cwd: PROJECT_ROOT,
    encoding: 'utf8',
  });
  expect(ignored.trim().split('\n')).toEqual(files);
  expect(read('.dockerignore').split('\n')).toEqual(
    expect.arrayContaining([env, backups, '**/*.jsonl.gz', '**/*.pem']),
  );
});

/** What a build's configuration says about its programs. */
interface BuildConfig {
  readonly entry: Readonly<Record<string, string>>;
}

/** The product's own files that commands and health checks run. */
const programs = Object.values(services).flatMap(
  ({ command = [], healthcheck }) => [...command, ...(healthcheck?.test ?? [])].join(' ').match(/[\w/-]+\.mjs/g) ?? [],
);

test.each([...new Set(programs)])('%s is built or is in the repository', (file) => {
  const [project] = file.split('/dist/');
  const config = path.join(PROJECT_ROOT, project ?? '', 'rspack.config.mjs');
  expect(existsSync(path.join(PROJECT_ROOT, file)) || (file.includes('/dist/') && existsSync(config))).toBe(true);
});

test.each([
  ['edge', ['shell/dist']],
  ['svc-funnel', ['svc-funnel/dist', 'content/lessons', 'content/resources', 'content/pictures']],
  ['svc-tracking', ['svc-tracking/dist']],
  [
    'ops',
    [
      'packages/ops/dist',
      'packages/federation/dist',
      'svc-funnel/prisma',
      'svc-tracking/prisma',
      'svc-tracking/analytics',
    ],
  ],
])('the image %s has the files that its programs read', (name, folders) => {
  const copied = [...stageText(name).matchAll(/^COPY (?:--from=\S+ )?\S+ (\S+)$/gm)].map(([, to = '']) =>
    to.replace(/\/$/, ''),
  );
  for (const folder of folders) expect(copied).toContain(folder);
});

test.each(['docs/owner.md', 'docs/page-views.md', 'packages/federation/README.md'])(
  '%s names only programs that are built for servers',
  async (file) => {
    const named = [...read(file).matchAll(/(packages\/[\w-]+)\/dist\/([\w-]+)\.mjs/g)];
    expect(named).not.toEqual([]);
    for (const [, project = '', program = ''] of named) {
      const config = (await import(path.join(PROJECT_ROOT, project, 'rspack.config.mjs'))) as { default: BuildConfig };
      expect(Object.keys(config.default.entry)).toContain(program);
    }
  },
);

test('the job for the first releases has every remote of the checkout', () => {
  const remotes = readdirSync(PROJECT_ROOT).filter((name) => name.startsWith('mf-'));
  expect(service('publish').build?.target).toBe('first-releases');
  for (const name of remotes)
    expect(stages.get('first-releases')?.text).toContain(`COPY --from=remotes /app/${name}/dist ${name}/dist`);
});

test('every setting of the edge can be set', async () => {
  const { ENV_NAMES } = (await import(path.join(PROJECT_ROOT, 'shell/edge/env.ts'))) as { ENV_NAMES: string[] };
  const inImage = ['PORT', 'HOST'];
  const onlyInDevelopment = ['DEV_RELOAD', 'LOG_LEVEL'];
  const names = [...Object.keys(service('edge').environment), ...inImage, ...onlyInDevelopment];
  expect(ENV_NAMES.filter((name) => !names.includes(name))).toEqual([]);
});

test('the edge mounts the releases read-only, and only the publish job has the teams’ keys', () => {
  expect(service('edge').volumes).toContain('releases:/releases:ro');
  expect(service('releases').volumes).toEqual(['releases:/releases']);
  const holders = Object.entries(services).filter(([, { volumes }]) =>
    volumes.some((volume) => volume.startsWith('team-keys:')),
  );
  expect(holders.map(([name]) => name)).toEqual(['publish']);
  expect(service('svc-tracking').environment['DECLARATIONS_URL']).toBe(
    `http://edge:${service('edge').environment['INTERNAL_PORT']}/declarations`,
  );
  const bucket = composeWith({ ...FILLED_IN, RELEASE_STORE: 's3://bucket/x', S3_ENDPOINT: 'https://s3.example.com' });
  for (const name of ['publish', 'releases', 'edge'])
    expect(bucket[name]?.environment).toMatchObject({
      RELEASE_STORE: 's3://bucket/x',
      S3_ENDPOINT: 'https://s3.example.com',
    });
});

test("the migration's environment is complete", () => {
  expect(readMigrateEnv(service('migrate').environment).passwords).toEqual({
    funnel: 'b'.repeat(48),
    tracking: 'c'.repeat(48),
    analyst: 'g'.repeat(48),
  });
});

test('the container of the migration can read dead letters from the services’ Redis', () => {
  expect(readRedisUrl(service('migrate').environment)).toBe(service('svc-tracking').environment['REDIS_URL']);
});

test.each(['docs/analysts.md', 'docs/operators.md', 'docs/owner.md', 'docs/page-views.md'])(
  'the commands for containers in %s use no variable of `.env`, which a shell does not have',
  (file) => {
    const commands = read(file).match(/docker compose .*/g) ?? [];
    expect(commands).not.toEqual([]);
    expect(commands.filter((command) => /\$(?!PWD\b)/.test(command))).toEqual([]);
  },
);

test('a proxy in front of the edge is set in one place, and the services trust only their own network', () => {
  const behind = composeWith({ ...FILLED_IN, TRUST_PROXY: '1' });
  expect(behind['edge']?.environment['TRUST_PROXY']).toBe('1');
  expect(['svc-funnel', 'svc-tracking'].map((name) => behind[name]?.environment['TRUST_PROXY'])).toEqual([
    'uniquelocal',
    'uniquelocal',
  ]);
  expect(read('packages/ops/docker/env.example')).toContain('TRUST_PROXY=1');
});

type ReadEnv = (source: Readonly<Record<string, string>>) => unknown;

// Imported by path, because lint forbids this package to import a service's code.
test.each([
  ['svc-funnel', 'svc-funnel/src/platform/env.ts', 'parseEnv'],
  ['svc-tracking', 'svc-tracking/src/platform/env.ts', 'parseEnv'],
  ['edge', 'shell/edge/env.ts', 'readEnv'],
])("%s's environment satisfies the program", async (name, file, reader) => {
  const program = (await import(path.join(PROJECT_ROOT, file))) as Record<string, ReadEnv>;
  // What the images set: HOST and PORT.
  const fromImage = Object.fromEntries(
    [...stageText(name).matchAll(/\b(HOST|PORT|NODE_ENV)=(\S+)/g)].map(([, key = '', value]) => [key, value ?? '']),
  );
  expect(() => program[reader]?.({ ...fromImage, ...service(name).environment })).not.toThrow();
  expect(() => program[reader]?.({})).toThrow();
});
