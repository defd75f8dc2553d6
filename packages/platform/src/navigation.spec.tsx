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
  // The latest functions and values, for the test.
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
  it('happens 300 ms after it, not before', () => {
    goAfter(300, '/q2');
    pass(299);
    expect(path).toBe('/q1');
    pass(1);
    expect(path).toBe('/q2');
  });

  it.each([
    ['300 ms after the tap, when the page heard of it 60 ms later', 60, 240],
    ['no less than 200 ms after the answer shows, however late the page heard of the tap', 5000, 200],
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

  it('happens once when the answer changes on the way', () => {
    goAfter(300, '/q2');
    pass(200);
    goAfter(300, '/q3');
    pass(200);
    expect(path).toBe('/q1');
    pass(1_000);
    expect(path).toBe('/q3');
  });

  it('does not happen once the screen is left', () => {
    goAfter(300, '/q2');
    leave();
    pass(1_000);
    expect(path).toBe('/q1');
  });

  it('happens within the tap when there is no pause', () => {
    act(() => goAfter(0, '/q2'));
    pass(0);
    expect(path).toBe('/q2');
  });
});
