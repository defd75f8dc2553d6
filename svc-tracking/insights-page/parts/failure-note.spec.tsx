/** @vitest-environment jsdom */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { LoadFailure } from './failure-note.tsx';

afterEach(cleanup);

const cardOf = (failure: string | undefined, isLoading: boolean, reload = () => {}) => (
  <section aria-label="Card" tabIndex={-1}>
    <LoadFailure state={{ failure, isLoading, reload }} what="The labels" />
  </section>
);

test('says what could not be loaded and why', () => {
  render(cardOf('The store cannot be reached.', false));
  expect(screen.getByRole('alert').textContent).toContain(
    'The labels could not be loaded. The store cannot be reached.',
  );
});

test('keeps its button while it tries again, and then leaves the focus in the card', () => {
  const reload = vi.fn();
  const { rerender } = render(cardOf('Away.', false, reload));
  const button = screen.getByRole('button');
  button.focus();
  fireEvent.click(button);
  rerender(cardOf('Away.', true, reload));
  expect(document.activeElement).toBe(button);
  expect(button.textContent).toBe('Trying again…');
  fireEvent.click(button);
  expect(reload).toHaveBeenCalledOnce();
  rerender(cardOf(undefined, false, reload));
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Card' }));
});
