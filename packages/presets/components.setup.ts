import path from 'node:path';
import { type DeclaredFlow, liveFlow, RUNTIME_CONFIG_ID, type RuntimeConfig } from '@course/contracts';
import { afterAll, afterEach, beforeEach, expect, vi, type MockInstance } from 'vitest';

/** Stands for the remotes that this one leads to: the entry `plan` at `/plan`. */
const neighboursOf = ({ exits }: DeclaredFlow): DeclaredFlow => ({
  entries: Object.fromEntries(exits.map((exit) => [exit, `/${exit}`])),
  exits: [],
  steps: [],
  needs: { services: {}, plans: [], labels: [] },
});

/*
 * For component tests (those in jsdom): the page's configuration is there as the edge makes it of this remote alone,
 * components are rendered in StrictMode and gone after each test, and whatever React or the browser has to complain
 * about fails the test.
 */
if (typeof document !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react');
  // Patience for a machine that does much else at the time.
  configure({ reactStrictMode: true, asyncUtilTimeout: 10_000 });

  const declaration = path.resolve('src/declaration.ts');
  const { default: declared } = (await import(/* @vite-ignore */ declaration)) as { default: DeclaredFlow };
  const flow = liveFlow([declared, neighboursOf(declared)]);
  const config: RuntimeConfig = { payments: null, servedOn: '2026-11-21', flow };
  const script = document.createElement('script');
  script.type = 'application/json';
  script.id = RUNTIME_CONFIG_ID;
  script.textContent = JSON.stringify(config);
  document.head.append(script);
  afterAll(() => script.remove());

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
