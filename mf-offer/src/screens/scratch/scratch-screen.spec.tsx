// @vitest-environment jsdom
import { SCRATCH_COPY } from '../../flow/offer-copy.ts';
import { pathForVisitor, stepOf } from '../../flow/paths.ts';
import { useLocation, writeRaw } from '@course/platform';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { keepOfferEnded } from '../../offer/kept-choices.ts';
import { ScratchScreen } from './scratch-screen.tsx';

const deadline = (endsAt: string) => ({ sales002Countdown: { mode: 'deadline', endsAt } }) as const;
const PASSED = deadline('2026-01-01T00:00:00Z');

const Path = () => <output>{useLocation().pathname}</output>;

describe('after a real deadline', () => {
  it('the scratch card is skipped', () => {
    expect(pathForVisitor('scratch', PASSED)).toBe('/timeline');
    expect(pathForVisitor('scratch', deadline('9999-01-01T00:00:00Z'))).toBe('/scratch');
    expect(pathForVisitor('scratch')).toBe('/scratch');
  });

  it('its own address promises no discount and redirects to the next step', () => {
    render(
      <MemoryRouter initialEntries={['/scratch']}>
        <ScratchScreen step={stepOf('scratch')} config={PASSED} />
        <Path />
      </MemoryRouter>,
    );
    expect(screen.getByRole('main').textContent).not.toContain('50%');
    expect(screen.getByText('/timeline')).toBeTruthy();
  });
});

const shown = () => (
  <MemoryRouter initialEntries={['/scratch']}>
    <ScratchScreen step={stepOf('scratch')} />
    <Path />
  </MemoryRouter>
);

/** jsdom draws and measures nothing. */
function stubCanvas(): void {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
}

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it.each(['{Enter}{Enter}', '{Enter>3/}'])(
  'shows the win before %s can claim it, without losing the focus',
  async (keys) => {
    stubCanvas();
    const user = userEvent.setup();
    render(shown());
    screen.getByRole('button', { name: SCRATCH_COPY.reveal }).focus();
    await user.keyboard(keys);
    expect(screen.getByText('/scratch')).toBeTruthy();
    expect(document.activeElement).not.toBe(document.body);
    const dialog = await screen.findByRole('dialog');
    await user.keyboard(keys);
    expect(screen.getByText('/scratch')).toBeTruthy();
    expect(dialog.contains(document.activeElement)).toBe(true);
    await user.tab();
    await user.keyboard('{Enter}');
    expect(screen.getByText('/timeline')).toBeTruthy();
  },
);

it('offers the claim on the page, with the focus, when the win is dismissed', async () => {
  stubCanvas();
  render(shown());
  fireEvent.click(screen.getByRole('button', { name: SCRATCH_COPY.reveal }));
  const dialog = await screen.findByRole('dialog');
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  fireEvent.keyDown(dialog, { key: 'Escape' });
  expect(screen.queryByRole('dialog')).toBeNull();
  // The dialog returns the focus in a timeout.
  vi.runAllTimers();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: SCRATCH_COPY.win.button }));
  expect(screen.queryByRole('img')).toBeNull();
});

it('stays won for a visitor who has scratched, which is read once, and can no longer be scratched', () => {
  localStorage.setItem('scratched', 'yes');
  stubCanvas();
  const { container, rerender } = render(shown());
  const read = vi.spyOn(Storage.prototype, 'getItem');
  rerender(shown());
  expect(read).not.toHaveBeenCalledWith('scratched');
  read.mockRestore();
  expect(document.activeElement).not.toBe(screen.getByRole('button', { name: SCRATCH_COPY.win.button }));
  const card = container.querySelector('canvas')!.parentElement!;
  card.setPointerCapture = vi.fn();
  fireEvent.pointerDown(card, { button: 0, isPrimary: true, pointerId: 1 });
  expect(card.setPointerCapture).not.toHaveBeenCalled();
});

it('is skipped once the server has refused the discount as ended', () => {
  writeRaw('session_id', crypto.randomUUID());
  keepOfferEnded();
  render(
    <MemoryRouter initialEntries={['/scratch']}>
      <ScratchScreen step={stepOf('scratch')} />
      <Path />
    </MemoryRouter>,
  );
  expect(screen.getByText('/timeline')).toBeTruthy();
  // The next visitor's card is not skipped.
  writeRaw('session_id', crypto.randomUUID());
});
