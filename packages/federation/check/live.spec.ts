import { RUNTIME_CONFIG_ID } from '@course/contracts';
import { expect, it, onTestFinished, vi } from 'vitest';
import { aDescriptor } from '../testing/fixtures.ts';
import { STORE_CONCURRENCY } from '../store/store.ts';
import { aService } from '../testing/a-service.ts';
import { liveOnSite } from './live.ts';

const PAGE = `<script>0</script><script type="application/json" id="${RUNTIME_CONFIG_ID}">{}</script><script src="/assets/shell.js"></script>`;

it('reads the descriptors of many remotes, a few at a time', async () => {
  const names = Array.from({ length: 3 * STORE_CONCURRENCY }, (_, at) => `mf-r${at}`);
  const entries = names.map((name) => ({
    name,
    entry: `/remotes/${name}/1/remoteEntry.js`,
    version: '1',
    contract: 2,
  }));
  const { url } = await aService((path) => {
    if (path === '/') return PAGE;
    if (path === '/runtime-config.json') return JSON.stringify({ remotes: entries });
    return JSON.stringify(aDescriptor({ name: path.split('/')[2]!, styles: [] }));
  });
  const real = globalThis.fetch;
  let [open, most] = [0, 0];
  const counted = vi.spyOn(globalThis, 'fetch').mockImplementation((...call) => {
    most = Math.max(most, (open += 1));
    return real(...call).finally(() => (open -= 1));
  });
  onTestFinished(() => counted.mockRestore());
  const { remotes } = await liveOnSite(url);
  expect(remotes.map(({ name }) => name)).toEqual(names);
  expect(most).toBe(STORE_CONCURRENCY);
});
