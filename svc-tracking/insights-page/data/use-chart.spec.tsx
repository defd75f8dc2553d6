/** @vitest-environment jsdom */
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { ChartRequest } from './chart-address.ts';
import { useChart } from './use-chart.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('ignores the answer to a request that was replaced, even if it arrives later', async () => {
  const answers: ((response: Response) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => void answers.push(resolve)));
  const answer = (index: number, sql: string) => act(async () => answers[index]?.(Response.json({ sql, rows: [] })));
  const request = (variant: string): ChartRequest<'views-over-time'> => ({
    chart: 'views-over-time',
    query: { variant },
  });
  const { result, rerender } = renderHook(useChart<'views-over-time'>, { initialProps: request('a') });
  rerender(request('b'));
  await answer(1, 'select b;');
  await answer(0, 'select a;');
  expect(result.current).toMatchObject({ isLoading: false, result: { sql: 'select b;', query: { variant: 'b' } } });
});
