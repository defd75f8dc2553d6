import type { DeclaredStep } from '@course/contracts';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RemoteDescriptor } from '../contract/descriptor.ts';
import { CONTRACT } from '../contract/remote.ts';
import { aBuild, emptyLocalReleases, scratchFolder } from '../testing/a-build.ts';
import { integrityOf } from '../base/integrity.mjs';
import { publishBuild } from '../testing/fixtures.ts';
import { checkBuild, requireSound, type CheckOptions } from './check.ts';
import { liveInStore } from './live.ts';

const check = (folder: string, options: CheckOptions = {}) =>
  requireSound('mf-sample', checkBuild(folder, 'mf-sample', options).refusals);

/** Returns a build with the content of some files replaced. */
const withFiles = (files: Readonly<Record<string, string>>, folder = aBuild()): string => {
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text);
  return folder;
};

const route = (at: string): RemoteDescriptor['routes'][number] => ({
  path: at,
  screen: at.slice(1),
  title: 'Sample',
  indexable: false,
  html: '<main>Sample</main>',
});

const flow = (entries: Record<string, string>, exits: string[] = []): NonNullable<RemoteDescriptor['flow']> => ({
  entries,
  exits,
  steps: [],
  needs: { services: {}, plans: [], labels: [] },
});

const stepOf = (key: string, at = '/sample'): DeclaredStep => ({
  key,
  path: at,
  title: key,
  kind: 'single',
  question: null,
  counts: true,
  next: null,
  exit: null,
});

it('accepts a complete build', () => {
  expect(() => check(aBuild())).not.toThrow();
});

describe('a build is refused if it is', () => {
  it.each([
    ['of another remote', { name: 'mf-other' }, /remote\.json: the build is of mf-other, not of mf-sample\. Name/],
    [
      'of an unsupported contract',
      { contract: CONTRACT + 1 },
      /its contract is \d+, the shell supports 2 and 1\. Build/,
    ],
    [
      'without a named file',
      { scripts: ['assets/gone.js'] },
      /- assets\/gone\.js: it is missing.*Build the remote again/,
    ],
    ['outside of its folder', { scripts: ['../../secret.js'] }, /not in the expected form/],
    ['without screens', { routes: [] }, /not in the expected form/],
  ])('%s', (_what, changed, message) => {
    expect(() => check(aBuild(changed))).toThrow(message);
  });

  it('without a chunk that it may load later', () => {
    const chunks = { 'assets/852.js': integrityOf(Buffer.from('')) };
    expect(() => check(withFiles({ 'chunks.json': JSON.stringify(chunks) }))).toThrow(
      /- assets\/852\.js: it is missing, and the build may request it\. Build the remote again: npm run build\./,
    );
  });

  it("without a chunk that the manifest of another tool's build names", () => {
    const names = { js: { sync: [], async: ['assets/late.js'] }, css: { sync: [], async: [] } };
    const manifest = JSON.stringify({ exposes: [{ assets: names }] });
    expect(() => check(withFiles({ 'mf-manifest.json': manifest }))).toThrow(/- assets\/late\.js: it is missing/);
  });

  it('altered after it was built', () => {
    const chunks = { 'assets/remote.1.js': integrityOf(Buffer.from('void 1')) };
    expect(() => check(withFiles({ 'chunks.json': JSON.stringify(chunks) }))).toThrow(
      /- assets\/remote\.1\.js: it was changed after the build, and browsers would refuse it\. Build/,
    );
  });

  it('over its budget', () => {
    const noise = Array.from({ length: 30_000 }, (_, at) => Math.sin(at)).join();
    expect(() => check(aBuild({ code: noise }))).toThrow(
      /- remoteEntry\.js: the first load is \d+\.\d KB, its budget is 60\.0 KB, and this file is the heaviest\. Load/,
    );
  });

  it('with a screen where the site has its own pages', () => {
    expect(() => check(aBuild({ routes: [route('/sample'), route('/insights/tips')] }))).toThrow(
      /- \/insights\/tips: this cannot be the path of a screen\. Use letters, digits and/,
    );
  });

  it('nowhere to be found', () => {
    const folder = scratchFolder();
    expect(() => check(folder)).toThrow(/has no remote\.json\. Build the remote first/);
    rmSync(folder, { recursive: true });
    expect(() => check(folder)).toThrow(/has no remote\.json\. Build the remote first/);
  });
});

describe('styles', () => {
  it.each([
    '.own-ab12 p { color: red }',
    '.own-ab12:is(:hover, :focus)::before { color: red }',
    'main:is(.own-ab12, .other-ab12) { color: red }',
    'html:has(.own-ab12) { scroll-padding: 0 }',
    '@media print { .own-ab12 > * { color: red } }',
    '@keyframes grow-ab12 { 0% { width: 0 } to { width: 1px } }',
    '.own-ab12 { & p { color: red } }',
    '.own-ab12 .host-button { color: red }',
  ])('%s stays within the remote', (css) => {
    expect(() => check(withFiles({ 'assets/remote.1.css': css }))).not.toThrow();
  });

  it.each([
    ['p { color: red }', 'the selector p'],
    ['* { margin: 0 }', 'the selector *'],
    [':root { --ink: red }', 'the selector :root'],
    ['html, .own-ab12 { margin: 0 }', 'the selector html'],
    ['body > main { margin: 0 }', 'the selector body > main'],
    ['body:not(.own-ab12) { margin: 0 }', 'the selector body:not(.own-ab12)'],
    ['main:is(.own-ab12, p) { margin: 0 }', 'the selector main:is(.own-ab12, p)'],
    ['@media print { a { color: red } }', 'the selector a'],
    ['@import "other.css";', '@import "other.css" applies to the whole page'],
    ['@property --x { syntax: "*"; inherits: false }', '@property --x applies to the whole page'],
    ['a {', 'it is not a valid style sheet'],
  ])('%s reaches outside', (css, reason) => {
    const refused = checkBuild(withFiles({ 'assets/remote.1.css': css }), 'mf-sample').refusals;
    expect(refused).toEqual([
      {
        where: 'assets/remote.1.css',
        reason: expect.stringContaining(reason),
        remedy: expect.stringContaining('CSS module'),
      },
    ]);
  });

  it.each([
    ['.host-button { color: red }', /the selector \.host-button reaches outside/],
    ['@keyframes appear { to { opacity: 1 } }', /@keyframes appear has a name that the host or another remote uses/],
    ['@font-face { font-family: Display; src: url(x.woff2) }', /@font-face Display has a name that the host/],
  ])('%s clashes with the host or another remote', (css, message) => {
    const other = '.host-button{} @keyframes appear{to{opacity:1}} @font-face{font-family:"Display";src:url(y.woff2)}';
    const live = { remotes: [], otherStyles: () => [other] };
    expect(() => check(withFiles({ 'assets/remote.1.css': css }), { live })).toThrow(message);
    expect(() => check(withFiles({ 'assets/remote.1.css': css }))).not.toThrow();
  });
});

describe('compared with what is live', () => {
  const liveWith = async (...builds: Partial<RemoteDescriptor>[]) => {
    const local = emptyLocalReleases();
    for (const build of builds) await publishBuild(local, aBuild(build));
    return liveInStore(local.store);
  };

  it('a removed screen is refused unless it is removed on purpose', async () => {
    const live = await liveWith({ routes: [route('/sample'), route('/second'), route('/third')] });
    const build = aBuild({ version: '2.0.0' });
    expect(() => check(build, { live })).toThrow(
      /- \/second: this screen is live in 1\.0\.0 and not in the build.*--allow-removed \/second\.\n- \/third: /,
    );
    expect(() => check(build, { live, allowRemoved: ['/second'] })).toThrow(/^(?!.*second)[^]*- \/third: /);
    expect(() => check(build, { live, allowRemoved: ['/second', '/third'] })).not.toThrow();
  });

  it("another remote's screen is refused, and a new one is not", async () => {
    const live = await liveWith({ name: 'mf-other', routes: [route('/theirs')] });
    expect(() => check(aBuild({ routes: [route('/sample'), route('/theirs')] }), { live })).toThrow(
      /- \/theirs: \/theirs belongs to mf-other, which is live\. Choose another path/,
    );
    expect(() => check(aBuild(), { live })).not.toThrow();
  });

  it.each([
    ['the entry plan', flow({ plan: '/sample' })],
    ['the step plan', { ...flow({}), steps: [stepOf('plan')] }],
  ])('%s of another remote is refused', async (what, declared) => {
    const theirs = { ...flow({ plan: '/theirs' }), steps: [stepOf('plan', '/theirs')] };
    const live = await liveWith({ name: 'mf-other', routes: [route('/theirs')], flow: theirs });
    expect(() => check(aBuild({ flow: declared }), { live })).toThrow(
      `- remote.json: it declares ${what}, which belongs to mf-other. Choose another name, or publish mf-other without it first.`,
    );
  });

  it('a question whose labels another remote shows may not be removed', async () => {
    const asked: Partial<DeclaredStep> = {
      key: 'q3',
      path: '/sample',
      question: { key: 'q3', kind: 'one', options: [] },
    };
    const step = { title: 'Q', kind: 'single', counts: true, next: null, exit: null, ...asked } as DeclaredStep;
    const shows = { ...flow({}), needs: { services: {}, plans: [], labels: ['q3'] } };
    const live = await liveWith(
      { flow: { ...flow({}), steps: [step] } },
      { name: 'mf-other', routes: [route('/other')], flow: shows },
    );
    expect(() => check(aBuild({ version: '2.0.0', flow: flow({}) }), { live })).toThrow(
      /remote\.json: it no longer asks q3, whose labels mf-other shows\. Publish mf-other without them first/,
    );
  });

  it('an entry that another remote leads to may not be removed, unless a third one has it', async () => {
    const mine = { flow: flow({ plan: '/sample', unused: '/sample' }) };
    const other = { name: 'mf-other', routes: [route('/other')], flow: flow({}, ['plan']) };
    const build = aBuild({ version: '2.0.0', flow: flow({}) });
    expect(() => check(build)).not.toThrow();
    const live = await liveWith(mine, other);
    expect(() => check(build, { live })).toThrow(
      /remote\.json: it no longer declares the entry plan, to which an exit of mf-other leads\. Declare it again in src\/flow/,
    );
    const third = { name: 'mf-third', routes: [route('/third')], flow: flow({ plan: '/third' }) };
    const withThird = await liveWith(mine, other, third);
    expect(() => check(build, { live: withThird })).not.toThrow();
  });
});
