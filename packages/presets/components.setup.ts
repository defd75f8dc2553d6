import path from 'node:path';
import { type DeclaredFlow, liveFlow, RUNTIME_CONFIG_ID, type RuntimeConfig } from '@course/contracts';
import { afterAll, afterEach, beforeEach, expect, vi, type MockInstance } from 'vitest';

/** Stands in for the remotes that this one leads to: the exit `plan` gets the entry `/plan`. */
const neighboursOf = ({ exits }: DeclaredFlow): DeclaredFlow => ({
  entries: Object.fromEntries(exits.map((exit) => [exit, `/${exit}`])),
  exits: [],
  steps: [],
  needs: { services: {}, plans: [], labels: [] },
});

/*
 * For component tests (those in jsdom): the page has the runtime configuration that the edge would send for this remote
 * alone, components are rendered in StrictMode and unmounted after each test, any error that React or the browser logs
 * fails the test, and what a test left in local storage or in the address's fragment is removed.
 */
if (typeof document !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react');
  // Long enough for a machine under load.
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

  let consoleError: MockInstance;
  beforeEach(() => {
    consoleError = vi.spyOn(console, 'error');
  });
  afterEach(() => {
    cleanup();
    expect(consoleError.mock.calls).toEqual([]);
    consoleError.mockRestore();
    localStorage.clear();
    if (location.hash !== '') history.replaceState(null, '', location.pathname);
  });
}
