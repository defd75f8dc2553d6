// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { SCHEDULE_COPY } from '../../flow/course-copy.ts';
import { PauseForm } from './pause-form.tsx';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

it.each([
  ['on a day of 25 hours', '2026-10-25T00:30:00+02:00', '2026-10-26'],
  ['before a day of 23 hours', '2026-03-28T23:30:00+01:00', '2026-03-29'],
])('offers tomorrow as the first day, %s', (_when, now, tomorrow) => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  vi.useFakeTimers({ now: new Date(now) });
  render(<PauseForm limit="2027-12-05" isSending={false} onPause={() => {}} />);
  expect(screen.getByLabelText<HTMLInputElement>(SCHEDULE_COPY.pauseUntil).min).toBe(tomorrow);
});
