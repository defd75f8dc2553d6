import { RUNTIME_CONFIG_ID, type RuntimeConfig } from '@course/contracts';
import { afterEach, beforeEach, expect, vi, type MockInstance } from 'vitest';

/**
 * For remotes' component tests (those in jsdom): components are rendered in StrictMode and gone after each test,
 * and whatever React or the browser has to complain about fails the test.
 */
if (typeof document !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react');
  // Patience for a machine that does much else at the time.
  configure({ reactStrictMode: true, asyncUtilTimeout: 10_000 });

  // The page's configuration, as the edge makes it of the remotes of this checkout.
  const { FLOW } = await import('./product-flow.ts');
  const config: RuntimeConfig = { payments: null, servedOn: '2026-11-21', flow: FLOW };
  const script = document.createElement('script');
  script.type = 'application/json';
  script.id = RUNTIME_CONFIG_ID;
  script.textContent = JSON.stringify(config);
  document.head.append(script);

  let complaints: MockInstance;
  beforeEach(() => {
    complaints = vi.spyOn(console, 'error');
  });
  afterEach(() => {
    cleanup();
    expect(complaints.mock.calls).toEqual([]);
    complaints.mockRestore();
    localStorage.clear();
  });
}
