// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { BrowserRouter, MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Link, useDelayedGo, useGo } from './navigation.tsx';

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

  it('happens once, 300 ms after the last answer, if it changes during the pause', () => {
    goAfter(300, '/q2');
    pass(200);
    goAfter(300, '/q3');
    pass(299);
    expect(path).toBe('/q1');
    pass(1);
    expect(path).toBe('/q3');
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

describe('a screen that stays until the next one has loaded', () => {
  function Waiting() {
    const go = useGo();
    const { state } = useLocation();
    return (
      <>
        <output>{JSON.stringify(state)}</output>
        <button onClick={() => go('/q2')}>Next</button>
        <Link to="/terms">Terms</Link>
      </>
    );
  }

  beforeEach(() => {
    cleanup();
    history.replaceState(null, '', '/q1');
    render(
      <BrowserRouter useTransitions={false}>
        <Waiting />
      </BrowserRouter>,
    );
  });

  it.each([
    ['button', '/q2'],
    ['link', '/terms'],
  ])('is left once when its %s is tapped twice', (role, next) => {
    const before = history.length;
    fireEvent.click(screen.getByRole(role));
    fireEvent.click(screen.getByRole(role));
    expect([location.pathname, history.length - before]).toEqual([next, 1]);
    expect(screen.getByRole('status').textContent).toBe('{"from":"/q1"}');
  });
});

describe('a screen that was opened at a section', () => {
  const address = () => location.pathname + location.search + location.hash;

  beforeEach(() => {
    cleanup();
    history.replaceState(null, '', '/terms?ref=1#refunds');
    render(
      <BrowserRouter useTransitions={false}>
        <Link to="/privacy">Privacy</Link>
      </BrowserRouter>,
    );
  });

  it('leaves an entry without the section, to which the browser would scroll again on Back', async () => {
    vi.useRealTimers();
    fireEvent.click(screen.getByRole('link'));
    expect(address()).toBe('/privacy');
    history.back();
    await vi.waitFor(() => expect(address()).toBe('/terms?ref=1'));
  });

  it('keeps its address when a link is opened in another tab', () => {
    fireEvent.click(screen.getByRole('link'), { ctrlKey: true });
    expect(address()).toBe('/terms?ref=1#refunds');
  });
});
