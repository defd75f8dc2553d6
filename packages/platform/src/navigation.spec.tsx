// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react';
import { StrictMode } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useDelayedGo } from './navigation.tsx';

type GoAfter = ReturnType<typeof useDelayedGo>;

let goAfter: GoAfter;
let path: string;

function Screen() {
  // Exposes the latest function and path to the test.
  const go = useDelayedGo();
  const { pathname } = useLocation();
  Object.assign(shown, { go, pathname });
  return null;
}

const shown = { go: undefined as unknown as GoAfter, pathname: '' };

beforeEach(() => {
  vi.useFakeTimers();
  const { rerender } = render(
    <StrictMode>
      <MemoryRouter initialEntries={['/q1']}>
        <Screen />
      </MemoryRouter>
    </StrictMode>,
  );
  goAfter = shown.go;
  leave = () => rerender(<></>);
});
let leave: () => void;

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const pass = (ms: number): void => {
  act(() => void vi.advanceTimersByTime(ms));
  path = shown.pathname;
};

describe('moving on after an answer', () => {
  it('happens after 300 ms, not before', () => {
    goAfter(300, '/q2');
    pass(299);
    expect(path).toBe('/q1');
    pass(1);
    expect(path).toBe('/q2');
  });

  it.each([
    ['300 ms after a tap that the page received 60 ms late', 60, 240],
    ['no less than 200 ms after the answer shows, however late the page received the tap', 5000, 200],
  ])('happens %s', (_, lateMs, pauseMs) => {
    const tap = new Event('click');
    Object.defineProperty(tap, 'timeStamp', { value: performance.now() - lateMs });
    document.addEventListener('click', () => goAfter(300, '/q2'), { once: true });
    document.dispatchEvent(tap);
    pass(pauseMs - 1);
    expect(path).toBe('/q1');
    pass(1);
    expect(path).toBe('/q2');
  });

  it('happens once if the answer changes during the pause', () => {
    goAfter(300, '/q2');
    pass(200);
    goAfter(300, '/q3');
    pass(200);
    expect(path).toBe('/q1');
    pass(1_000);
    expect(path).toBe('/q3');
  });

  it('does not happen after the screen was left', () => {
    goAfter(300, '/q2');
    leave();
    pass(1_000);
    expect(path).toBe('/q1');
  });

  it('happens within the tap if there is no pause', () => {
    act(() => goAfter(0, '/q2'));
    pass(0);
    expect(path).toBe('/q2');
  });
});
