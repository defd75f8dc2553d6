// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useLoaded } from './use-loaded.ts';

it('ignores a late `show` from before the load function changed', async () => {
  const [one, other] = ['one', 'other'].map((value) => () => Promise.resolve(value));
  const { result, rerender } = renderHook(({ load }) => useLoaded(load!), { initialProps: { load: one } });
  await waitFor(() => expect(result.current.loaded).toEqual({ kind: 'loaded', value: 'one' }));
  const { show } = result.current;
  rerender({ load: other });
  await waitFor(() => expect(result.current.loaded).toEqual({ kind: 'loaded', value: 'other' }));
  act(() => show('one, changed'));
  expect(result.current.loaded).toEqual({ kind: 'loaded', value: 'other' });
  act(() => result.current.show('other, changed'));
  expect(result.current.loaded).toEqual({ kind: 'loaded', value: 'other, changed' });
});
