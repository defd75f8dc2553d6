// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

// Spec files share their modules: start with fresh ones, as on a page that was just loaded.
vi.resetModules();
const { saveAnswer } = await import('@course/platform');
const { loadPlanner, useMyPlan } = await import('./my-plan.ts');
const { myPlan } = await import('./planner.ts');

// These tests need no server.
beforeEach(() => void vi.stubGlobal('fetch', () => new Promise(() => {})));

it('is the plan for no answers until the planner is loaded', async () => {
  const { result } = renderHook(useMyPlan);
  expect(result.current).toEqual(myPlan({}));
  act(() => saveAnswer('q15', '["design"]'));
  expect(result.current).toEqual(myPlan({}));
  await waitFor(() => expect(result.current).toEqual(myPlan({ q15: '["design"]' })));
});

it("is the visitor's own from the first render once the planner is preloaded", async () => {
  await loadPlanner();
  saveAnswer('q15', '["marketing"]');
  const { result } = renderHook(useMyPlan);
  expect(result.current).toEqual(myPlan({ q15: '["marketing"]' }));
});
