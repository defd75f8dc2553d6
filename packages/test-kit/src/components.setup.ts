import { afterEach, beforeEach, expect, vi, type MockInstance } from 'vitest';

/**
 * For projects with component tests (those in jsdom): components are rendered in StrictMode and gone after each test,
 * and whatever React or the browser has to complain about fails the test.
 */
if (typeof document !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react');
  // Patience for a machine that does much else at the time.
  configure({ reactStrictMode: true, asyncUtilTimeout: 10_000 });

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
