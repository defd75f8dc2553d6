// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useBackCloses } from './use-back-closes.ts';

const onBack = vi.fn();
const renderSheet = (initialProps: boolean) =>
  renderHook((open: boolean) => useBackCloses(open, onBack), { initialProps });

/** Resolves once the browser has moved to another history entry. */
const moved = (): Promise<unknown> => new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));

beforeEach(() => {
  onBack.mockClear();
  history.pushState({ screen: 'before' }, '');
  history.pushState({ screen: 'offer' }, '');
});

it('closes the sheet by Back', async () => {
  const { unmount } = renderSheet(true);
  expect(history.state).toEqual({ screen: 'offer', sheet: true });
  history.back();
  await moved();
  expect(onBack).toHaveBeenCalledOnce();
  expect(history.state).toEqual({ screen: 'offer' });
  unmount();
});

it('leaves the entry of a sheet that is closed by its button, once', async () => {
  const { rerender, unmount } = renderSheet(true);
  rerender(false);
  await moved();
  expect(history.state).toEqual({ screen: 'offer' });
  history.back();
  await moved();
  expect(history.state).toEqual({ screen: 'before' });
  unmount();
});

it('leaves the entry of a sheet that a reload closed, so that Back shows the screen before', async () => {
  history.pushState({ screen: 'offer', sheet: true }, '');
  const { unmount } = renderSheet(false);
  await moved();
  expect(history.state).toEqual({ screen: 'offer' });
  unmount();
  const { unmount: unmountReloaded } = renderSheet(false);
  history.back();
  await moved();
  expect(history.state).toEqual({ screen: 'before' });
  unmountReloaded();
});

it('does not stay on the entry of a closed sheet after Forward', async () => {
  const { rerender, unmount } = renderSheet(true);
  history.back();
  await moved();
  rerender(false);
  history.forward();
  await moved();
  await moved();
  expect(history.state).toEqual({ screen: 'offer' });
  unmount();
});
