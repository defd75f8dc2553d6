// @vitest-environment jsdom
import { writeRaw } from '@course/platform';
import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { keepChoices, useKeptChoices } from './kept-choices.ts';

const anotherVisitor = () => writeRaw('session_id', crypto.randomUUID());
beforeEach(anotherVisitor);

const kept = (page: 'sales' | 'sales002') => renderHook(() => useKeptChoices(page)).result.current;

it('keeps the choices of each page separately', () => {
  keepChoices('sales', { ticked: true });
  keepChoices('sales', { endsAt: 5 });
  keepChoices('sales002', { ticked: false });
  expect([kept('sales'), kept('sales002')]).toMatchObject([{ ticked: true, endsAt: 5 }, { ticked: false }]);
});

it('shows a choice at once', () => {
  const { result } = renderHook(() => useKeptChoices('sales'));
  expect(result.current).toEqual({});
  act(() => keepChoices('sales', { plan: { picked: '12week', search: '' } }));
  expect(result.current.plan?.picked).toBe('12week');
});

it('keeps nothing for the next visitor on this device', () => {
  keepChoices('sales', { ticked: true });
  anotherVisitor();
  expect(kept('sales')).toEqual({});
  keepChoices('sales', { endsAt: 5 });
  expect(kept('sales').ticked).toBeUndefined();
});

it('reads the session only when the choices change, not with every render', () => {
  keepChoices('sales', { ticked: true });
  const { rerender } = renderHook(() => useKeptChoices('sales'));
  const read = vi.spyOn(Storage.prototype, 'getItem');
  rerender();
  expect(read).not.toHaveBeenCalled();
  read.mockRestore();
});
