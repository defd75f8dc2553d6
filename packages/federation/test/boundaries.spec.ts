import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ESLint } from 'eslint';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { scratchFolder } from '../testing/a-build.ts';

const ROOT = path.join(import.meta.dirname, '..', '..', '..');
let eslint: ESLint;
const folder = process.cwd();
const program = process.argv[1]!;

beforeAll(() => {
  // In any other program, the rule reads the graph again for each file.
  process.argv[1] = path.join(ROOT, 'node_modules', '.bin', 'eslint');
  // The rule reads nx's project graph and stays silent without one.
  vi.stubEnv('NX_DAEMON', 'false');
  execFileSync(path.join(ROOT, 'node_modules', '.bin', 'nx'), ['show', 'projects'], { cwd: ROOT });
  process.chdir(ROOT);
  eslint = new ESLint({ cwd: ROOT });
}, 120_000);
afterAll(() => {
  vi.unstubAllEnvs();
  process.argv[1] = program;
  process.chdir(folder);
});

async function violationsOf(file: string, imported: string): Promise<string[]> {
  return rulesBrokenBy(`import * as other from '${imported}';\nexport default other;\n`, file);
}

async function rulesBrokenBy(code: string, file: string): Promise<string[]> {
  const [result] = await eslint.lintText(code, { filePath: path.join(ROOT, file) });
  return result!.messages.map((message) => message.ruleId ?? message.message);
}

const BOUNDARIES = '@nx/enforce-module-boundaries';

describe('forbidden imports', () => {
  it.each([
    ['contracts', 'packages/contracts/src/x.mjs', '@course/funnel'],
    ['funnel', 'packages/funnel/src/x.mjs', '@course/platform'],
    ['ui', 'packages/ui/src/x.mjs', '@course/contracts'],
    ['platform', 'packages/platform/src/x.mjs', '@course/funnel'],
    ['a service', 'svc-funnel/src/x.mjs', 'mf-quiz/flow'],
    ['the shell', 'shell/src/x.mjs', 'mf-quiz/flow'],
    ['the migration program', 'packages/ops/src/x.mjs', '@course/funnel'],
    ['federation', 'packages/federation/host/x.mjs', '@course/platform'],
    ['federation', 'packages/federation/registry/x.mjs', '@course/dev-stack/env'],
    ['platform', 'packages/platform/src/x.mjs', '@course/federation/contract'],
    ['a service', 'svc-funnel/src/x.mjs', '@course/federation/registry'],
    ['the shell', 'shell/src/x.mjs', '@course/funnel'],
    ['the shell', 'shell/src/x.mjs', '../../mf-legal/src/remote.tsx'],
    ['a service', 'svc-funnel/src/x.mjs', '@course/platform'],
    ['a service', 'svc-tracking/src/x.mjs', '../../svc-funnel/src/main.ts'],
    ['a service', 'svc-tracking/src/x.mjs', '@course/dev-stack/env'],
    ['a service', 'svc-tracking/src/x.mjs', '@course/ui'],
    ...[
      '@course/dev-stack/env',
      '@course/stripe-sandbox/env',
      '@course/test-kit/scratch',
      '../../../packages/lab/src/commands/seed.ts',
    ].flatMap((tool) => [
      ['a server program', 'packages/ops/src/x.mjs', tool],
      ['the remote command', 'packages/federation/cli/x.mjs', tool],
      ['a service', 'svc-funnel/src/x.mjs', tool],
      ['the edge', 'shell/edge/x.mjs', tool],
    ]),
    ['the insights page', 'svc-tracking/insights-page/x.mjs', '@course/platform'],
  ])('%s: %s does not import %s', async (_who, file, imported) => {
    expect(await violationsOf(file, imported)).toContain(BOUNDARIES);
  });

  it.each(
    ['src/x.mjs', 'src/x.spec.mjs'].flatMap((file) => [
      [file, '../../mf-legal/src/remote.tsx'],
      [file, 'mf-offer/flow'],
      [file, '../../svc-funnel/src/main.ts'],
      [file, '@course/dev-stack/env'],
      [file, '@course/test-kit/scratch'],
    ]),
  )('a remote: %s does not import %s', async (file, imported) => {
    expect(await violationsOf(`mf-quiz/${file}`, imported)).toContain('no-restricted-imports');
  });

  it.each([
    ['mf-quiz/src/x.mjs', 'node:fs'],
    ['mf-quiz/src/x.mjs', '@nestjs/common'],
    ['svc-tracking/insights-page/x.mjs', 'node:fs'],
    ['shell/src/x.mjs', '../edge/server.ts'],
    ['shell/src/x.mjs', '@course/federation/edge'],
    ['shell/src/x.mjs', '@course/federation/registry'],
    ['shell/src/x.mjs', '@course/federation/paths'],
    ['mf-quiz/src/x.mjs', '@course/federation/host'],
    ['mf-quiz/src/x.mjs', '@course/federation/build/remote'],
    ['packages/federation/host/x.mjs', '../edge/document.ts'],
    ['packages/federation/host/x.mjs', 'node:fs'],
    ['packages/federation/contract/x.mjs', '../check/check.ts'],
    ['packages/federation/edge/x.mjs', '../host/load.ts'],
    ['packages/federation/registry/x.mjs', '../host/runtime.ts'],
    ['shell/edge/x.mjs', '@course/federation/host'],
  ])('browser and server code do not import each other: %s, %s', async (file, imported) => {
    expect(await violationsOf(file, imported)).toContain('no-restricted-imports');
  });

  it.each([
    ['mf-quiz/src/cart/x.mjs', '../store/cart.ts'],
    ['mf-quiz/src/x.mjs', './check/rules.ts'],
    ['shell/src/x.mjs', '@course/federation/host'],
  ])('%s may import %s', async (file, imported) => {
    expect(await violationsOf(file, imported)).toEqual([]);
  });
});

describe('inside svc-tracking', () => {
  it.each([
    ['stream', '../platform/pause.ts'],
    ['platform', '../insights/insights.controller.ts'],
    ['platform', '../writer/arrivals.ts'],
    ['ingest', '../writer/writer.ts'],
    ['ingest', '../refresher/refresh.ts'],
    ['writer', '../ingest/times.ts'],
    ['writer', '../refresher/refresh.ts'],
    ['insights', '../releases/releases.module.ts'],
    ['insights/access', '../../writer/writer.ts'],
    ['releases', '../insights/analyst-pool.ts'],
  ])('%s does not import %s', async (folder, imported) => {
    expect(await violationsOf(`svc-tracking/src/${folder}/x.mjs`, imported)).toContain('no-restricted-imports');
  });

  it.each([
    ['platform', '../stream/stream.ts'],
    ['ingest', '../stream/event-lines.ts'],
    ['refresher', '../writer/arrivals.ts'],
    ['insights/access', '../../platform/limits.ts'],
  ])('%s imports %s', async (folder, imported) => {
    expect(await violationsOf(`svc-tracking/src/${folder}/x.mjs`, imported)).toEqual([]);
  });
});

describe('inside svc-funnel', () => {
  it.each([
    ['payments', '../orders/payment-updates.service.ts'],
    ['payments', '../checkout/quote.ts'],
    ['payments', '../course/course.module.ts'],
    ['payments', '../sessions/sessions.service.ts'],
    ['orders', '../course/deliveries/queue-mail.ts'],
    ['orders', '../checkout/checkouts.repository.ts'],
    ['orders', '../admin-cli/command.ts'],
    ['checkout', '../course/course.module.ts'],
    ['course', '../payments/payment-provider.ts'],
    ['course', '../checkout/quote.ts'],
    ['course/page', '../../payments/payment-provider.ts'],
    ['course/mails/kinds', '../../../sessions/sessions.service.ts'],
    ['course/links', '../deliveries/queue-mail.ts'],
    ['course/deliveries', '../enrolment/enrol.ts'],
    ['course/enrolment', '../sending/send.ts'],
    ['course/sending', '../page/reader.service.ts'],
    ['sessions', '../responses/responses.repository.ts'],
    ['queue', '../course/course-tasks.ts'],
    ['platform', '../sessions/binding.ts'],
    ['health', '../admin-cli/command.ts'],
  ])('%s does not import %s', async (folder, imported) => {
    expect(await violationsOf(`svc-funnel/src/${folder}/x.mjs`, imported)).toContain('no-restricted-imports');
  });

  it.each([
    ['orders', '../payments/payment-provider.ts'],
    ['checkout', '../orders/checkout-status.ts'],
    ['course', '../orders/order-listener.ts'],
    ['course/sending', '../deliveries/queue-mail.ts'],
    ['course/page', '../../orders/order-listener.ts'],
    ['admin-cli/orders', '../../orders/order-number.ts'],
    ['admin-cli/health', '../../health/find.ts'],
  ])('%s imports %s', async (folder, imported) => {
    expect(await violationsOf(`svc-funnel/src/${folder}/x.mjs`, imported)).toEqual([]);
  });
});

describe('inside federation', () => {
  it.each([
    ['base', '../store/store.ts'],
    ['store', '../registry/registry.ts'],
    ['compat', '../registry/registry.ts'],
    ['compat', '../cli/declared.ts'],
    ['registry', '../check/routes.ts'],
    ['registry', '../canary/judge.ts'],
    ['registry', '../publish/publish-new.ts'],
    ['edge', '../check/check.ts'],
    ['check', '../cli/tables.ts'],
    ['publish', '../cli/remote.ts'],
    ['canary', '../publishing-api/client.ts'],
    ['publishing-api', '../cli/remote.ts'],
    ['publishing-api', '../host/load.ts'],
    ['host', '../build/prerender.tsx'],
    ['registry', '../testing/a-build.ts'],
  ])('%s does not import %s', async (folder, imported) => {
    expect(await violationsOf(`packages/federation/${folder}/x.mjs`, imported)).toContain('no-restricted-imports');
  });

  it.each([
    ['registry', '../compat/needs.ts'],
    ['check', '../edge/document.ts'],
    ['cli', '../publishing-api/client.ts'],
    ['publishing-api', '../canary/judge.ts'],
    ['host', '../contract/remote.ts'],
  ])('%s imports %s', async (folder, imported) => {
    expect(await violationsOf(`packages/federation/${folder}/x.mjs`, imported)).toEqual([]);
  });

  it('every folder but cli is restricted', async () => {
    const without = ['node_modules', 'dist', '.test-results', 'template', 'test', 'testing'];
    const folders = readdirSync(path.join(ROOT, 'packages/federation'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !without.includes(entry.name))
      .map(({ name }) => name);
    const free = [];
    for (const folder of folders)
      if ((await violationsOf(`packages/federation/${folder}/x.mjs`, '../cli/index.ts')).length === 0)
        free.push(folder);
    expect(free).toEqual(['cli']);
  });
});

describe('allowed imports', () => {
  it.each([
    ['mf-quiz/src/x.mjs', '@course/funnel'],
    ['mf-quiz/src/x.mjs', '@course/platform'],
    ['mf-quiz/src/x.mjs', '@course/federation/contract'],
    ['shell/src/x.mjs', '@course/federation/host'],
    ['shell/edge/x.mjs', '@course/federation/edge'],
    ['shell/src/x.mjs', '@course/ui'],
    ['svc-funnel/src/x.mjs', '@course/funnel'],
    ['svc-tracking/src/x.spec.mjs', '@course/contracts'],
    ['svc-funnel/test/x.mjs', '@course/test-kit/test-stores'],
    ['packages/test-kit/src/x.mjs', 'mf-quiz/flow'],
    ['packages/e2e/src/x.mjs', 'mf-offer/flow'],
    ['svc-tracking/insights-page/x.mjs', '@course/ui'],
  ])('%s imports %s', async (file, imported) => {
    expect(await violationsOf(file, imported)).toEqual([]);
  });
});

const aComponent = (line: string): string =>
  [
    "import { useEffect, useState } from 'react';",
    'export function Counter({ by }: { readonly by: number }) {',
    `  const [count, setCount] = useState(0);\n  ${line}`,
    '  return <button onClick={() => setCount(by)}>{count}</button>;\n}',
  ].join('\n');

/** Code that oxlint refuses, each in a folder of its own, by the rule that it breaks. */
const REFUSED = {
  'typescript(TS2322)': { 'a.ts': "export const a: number = 'one';" },
  'import(no-cycle)': {
    'a.ts': "import { b } from './b.ts';\nexport const a = () => b;",
    'b.ts': "import { a } from './a.ts';\nexport const b = () => a;",
  },
  'typescript(no-floating-promises)': { 'a.ts': 'export const a = async () => 1;\na();' },
  'typescript(no-misused-promises)': {
    'a.ts': 'export const a = async () => true;\nif (a()) throw new Error();',
  },
  'typescript(switch-exhaustiveness-check)': {
    'a.ts': "export const a = (of: 'x' | 'y') => {\n  switch (of) {\n    case 'x':\n      return 1;\n  }\n};",
  },
  'eslint(no-unused-vars)': { 'a.ts': 'const _a = 1;\nexport {};' },
  'react(set-state-in-effect)': { 'a.tsx': aComponent('useEffect(() => setCount(by), [by]);') },
  'react(purity)': { 'a.tsx': aComponent('console.log(Date.now());') },
};

describe('lint refuses', () => {
  it('type errors, and violations of rules on imports, promises, switches, unused names and React', () => {
    const folder = scratchFolder();
    const tsconfig = { extends: path.join(ROOT, 'tsconfig.base.json'), include: ['.'] };
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
    const cases = Object.entries<Readonly<Record<string, string>>>(REFUSED);
    for (const [at, [, files]] of cases.entries()) {
      mkdirSync(path.join(folder, `case-${at}`));
      for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, `case-${at}`, file), text);
    }
    const { stdout } = spawnSync(
      path.join(ROOT, 'node_modules/.bin/oxlint'),
      ['--type-aware', '--type-check', '--format=unix', '-c', path.join(ROOT, '.oxlintrc.json'), '.'],
      { cwd: folder, encoding: 'utf8' },
    );
    const refused = cases.map(([rule], at) => [
      rule,
      stdout.split('\n').some((line) => line.includes(`case-${at}/`) && line.includes(rule)),
    ]);
    expect(refused).toEqual(cases.map(([rule]) => [rule, true]));
  });

  it.each([
    ['react-hooks/rules-of-hooks', 'if (by) useEffect(() => {});'],
    ['react-hooks/exhaustive-deps', 'useEffect(() => console.log(by), []);'],
  ])('%s in a component', async (rule, line) => {
    expect(await rulesBrokenBy(aComponent(line), 'mf-legal/src/prose.tsx')).toContain(rule);
  });

  it.each([
    ['jsx-a11y/anchor-is-valid', '<a>here</a>'],
    ['jsx-a11y/alt-text', '<img src="/a.png" />'],
    ['jsx-a11y/click-events-have-key-events', '<div onClick={() => {}} />'],
    ['jsx-a11y/label-has-associated-control', '<label>Name</label>'],
    ['jsx-a11y/aria-role', '<span role="nothing" />'],
  ])('%s', async (rule, element) => {
    expect(await rulesBrokenBy(`export const Part = () => ${element};\n`, 'mf-legal/src/prose.tsx')).toContain(rule);
  });
});
