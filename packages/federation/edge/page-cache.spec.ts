import { expect, it } from 'vitest';
import { aDescriptor, aRemote } from '../testing/fixtures.ts';
import type { PageRemote } from './live.ts';
import { pageCache } from './page-cache.ts';

const aCache = () => {
  const pageOf = pageCache({
    shell: { scripts: [], styles: [], integrity: {}, icon: '<svg/>' },
    screens: { notFound: '<h1>404 Page Not Found</h1>', unavailable: {} as never },
    earlyScript: '',
    payments: null,
  });
  return (path: string, remotes: readonly PageRemote[], stamp = 'a', hasCheckout = false) =>
    pageOf(path, { remotes, stamp, visitCookie: '', isCurrent: true }, '2026-11-21', hasCheckout);
};

it('composes a page once for each state of the registry', async () => {
  const pageOf = aCache();
  const first = await pageOf('/q1', [aRemote()]);
  expect(await pageOf('/q1', [aRemote()])).toBe(first);
  const changed = aRemote({
    descriptor: aDescriptor({ routes: [{ ...aDescriptor().routes[0]!, html: '<main>new</main>' }] }),
  });
  const second = await pageOf('/q1', [changed], 'b');
  expect(second.etag).not.toBe(first.etag);
  expect(second.body.identity.toString()).toContain('new');
});

it('keeps a page that names a checkout apart from the one that does not', async () => {
  const pageOf = aCache();
  const plain = await pageOf('/q1', [aRemote()]);
  expect((await pageOf('/q1', [aRemote()], 'a', true)).etag).not.toBe(plain.etag);
  expect(await pageOf('/q1', [aRemote()])).toBe(plain);
});

it('keeps one entry for all unknown addresses', async () => {
  const pageOf = aCache();
  expect(await pageOf('/a', [aRemote()])).toBe(await pageOf('/b', [aRemote()]));
});
