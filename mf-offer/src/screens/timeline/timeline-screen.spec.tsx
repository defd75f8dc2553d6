// @vitest-environment jsdom
import { TIMELINE_COPY } from '../../flow/offer-copy.ts';
import { stepOf } from '../../flow/paths.ts';
import { saveName } from '@course/platform';
import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TimelineScreen } from './timeline-screen.tsx';

beforeEach(() => void vi.stubGlobal('fetch', () => new Promise(() => {})));
afterEach(() => {
  // Files share the store.
  act(() => saveName(''));
  vi.unstubAllGlobals();
});

it('shows the readiness level, the chart and the disclaimer, then that the plan is ready', () => {
  const step = stepOf('timeline');
  render(
    <MemoryRouter>
      <TimelineScreen step={step} />
    </MemoryRouter>,
  );
  const parts = [
    screen.getByRole('heading', { level: 1, name: TIMELINE_COPY.chartTitle }),
    screen.getByRole('img', { name: TIMELINE_COPY.chartLabel }),
    screen.getByText(TIMELINE_COPY.disclaimer),
    screen.getByRole('heading', { level: 2, name: step.title }),
    screen.getByRole('button', { name: TIMELINE_COPY.button }),
  ];
  const shown = [...document.querySelectorAll('*')];
  expect(parts.toSorted((a, b) => shown.indexOf(a) - shown.indexOf(b))).toEqual(parts);
});

it('addresses the visitor by name', () => {
  render(
    <MemoryRouter>
      <TimelineScreen step={stepOf('timeline')} />
    </MemoryRouter>,
  );
  expect(screen.queryByText(/\bAnna\b/)).toBeNull();
  act(() => saveName('Anna'));
  screen.getByText(/\bAnna\b/);
});
