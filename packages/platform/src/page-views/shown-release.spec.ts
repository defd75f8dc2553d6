import type { RuntimeConfig, ShownRelease } from '@course/contracts';
import { beforeEach, expect, it, vi } from 'vitest';

const QUIZ = '00000000000000000001';
const quiz: ShownRelease = { paths: ['/q1', '/q2'], release: QUIZ };
const offer: ShownRelease = { paths: ['/sales'], channel: 'preview', release: '00000000000000000002' };

beforeEach(() => vi.resetModules());

const shownIn = async (remotes: readonly ShownRelease[] | undefined, path: string) => {
  const { replaceRuntimeConfig } = await import('../config.ts');
  const config: RuntimeConfig = { payments: null, servedOn: '2026-11-21', ...(remotes && { remotes }) };
  replaceRuntimeConfig(config);
  return (await import('./shown-release.ts')).shownRelease(path);
};

it.each([
  ['the release of the remote that owns the path', [quiz, { ...offer, channel: undefined }], '/q2', { release: QUIZ }],
  ['nothing for a path of no remote', [quiz], '/nowhere', {}],
  ['nothing if the host has no releases', undefined, '/q1', {}],
  ['nothing for a remote without a release', [{ paths: ['/q1'] }], '/q1', {}],
  ['a preview on every screen of its page', [quiz, offer], '/q1', { release: QUIZ, preview: true }],
])('is %s', async (_what, remotes, path, shown) => {
  expect(await shownIn(remotes as ShownRelease[] | undefined, path)).toEqual(shown);
});

it('is nothing in a page without a configuration', async () => {
  vi.stubGlobal('document', { getElementById: () => null });
  expect((await import('./shown-release.ts')).shownRelease('/q1')).toEqual({});
});
