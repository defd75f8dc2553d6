/** @vitest-environment jsdom */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Sql } from './sql.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(navigator, { clipboard: { writeText: async () => {} } });
});

afterEach(() => {
  cleanup();
  Reflect.deleteProperty(navigator, 'clipboard');
  vi.useRealTimers();
});

const copy = () => act(async () => void fireEvent.click(screen.getByRole('button')));
const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));
const note = (): string | null => screen.getByRole('status').textContent;

test('shows each note for two seconds, whenever the one before was shown', async () => {
  render(<Sql text="select 1;" title="Views" />);
  await copy();
  pass(1_500);
  await copy();
  pass(1_500);
  expect(note()).toBe('Copied');
  pass(500);
  expect(note()).toBe('');
});

test('says that the SQL cannot be copied if there is no clipboard', async () => {
  Reflect.deleteProperty(navigator, 'clipboard');
  render(<Sql text="select 1;" title="Views" />);
  await copy();
  expect(note()).toBe('Could not copy: select the text instead');
});
