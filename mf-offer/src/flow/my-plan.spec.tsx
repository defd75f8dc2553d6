// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

// As on a page that was just loaded: files share their modules.
vi.resetModules();
const { saveAnswer } = await import('@course/platform');
const { loadPlanner, useMyPlan } = await import('./my-plan.ts');
const { myPlan } = await import('./planner.ts');

// No server is needed here.
beforeEach(() => void vi.stubGlobal('fetch', () => new Promise(() => {})));

it('is that of no answers until the planner is here, and the same for somebody without answers then', async () => {
  const { result } = renderHook(useMyPlan);
  expect(result.current).toEqual(myPlan({}));
  act(() => saveAnswer('q15', '["design"]'));
  expect(result.current).toEqual(myPlan({}));
  await waitFor(() => expect(result.current).toEqual(myPlan({ q15: '["design"]' })));
});

it("is the visitor's own from the first render once the planner was fetched ahead", async () => {
  await loadPlanner();
  saveAnswer('q15', '["marketing"]');
  const { result } = renderHook(useMyPlan);
  expect(result.current).toEqual(myPlan({ q15: '["marketing"]' }));
});
