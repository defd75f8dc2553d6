// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const showNotStoredNotice = vi.fn();

beforeEach(() => {
  vi.resetModules();
  vi.doMock('./notice-area.tsx', () => ({ mountNoticeArea: () => {}, showNotStoredNotice }));
});
afterEach(() => {
  vi.doUnmock('./notice-area.tsx');
  vi.resetModules();
  showNotStoredNotice.mockReset();
});

it('says that nothing is kept on the device when storage fails, not when it works again', async () => {
  const { storageUnavailableAtom, store } = await import('@course/platform/host');
  const { showOverlays } = await import('./overlays.ts');
  showOverlays(document.createElement('div'));
  store.set(storageUnavailableAtom, true);
  await vi.dynamicImportSettled();
  expect(showNotStoredNotice).toHaveBeenCalledTimes(1);
  store.set(storageUnavailableAtom, false);
  await vi.dynamicImportSettled();
  expect(showNotStoredNotice).toHaveBeenCalledTimes(1);
});
