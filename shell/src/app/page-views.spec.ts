import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const report = vi.fn();
let page: EventTarget;

beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.resetModules();
  vi.doMock('./reporter.ts', () => ({ report }));
});
afterEach(() => {
  vi.doUnmock('./reporter.ts');
  vi.resetModules();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  report.mockReset();
  vi.useRealTimers();
});

it('loads reporting again once the device is online if it failed, and then no more', async () => {
  const { startReporting } = await import('./page-views.ts');
  report.mockImplementationOnce(() => {
    throw new Error('Loading chunk 26 failed.');
  });
  startReporting();
  vi.advanceTimersByTime(5_000);
  await vi.waitFor(() => expect(console.warn).toHaveBeenCalledOnce());
  page.dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(report).toHaveBeenCalledTimes(2));
  page.dispatchEvent(new Event('online'));
  await vi.dynamicImportSettled();
  expect(report).toHaveBeenCalledTimes(2);
});
