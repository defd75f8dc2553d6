/** @vitest-environment jsdom */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SmallDistribution } from './small-distribution.tsx';

/** Requests without a response yet, oldest first. */
let open: ((response: Response) => void)[];
let comeIntoView: () => void;

beforeEach(() => {
  open = [];
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => void open.push(resolve)));
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(onChange: (entries: readonly Pick<IntersectionObserverEntry, 'isIntersecting'>[]) => void) {
        comeIntoView = () => act(() => onChange([{ isIntersecting: true }]));
      }
      observe(): void {}
      disconnect(): void {}
    },
  );
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const respond = (response: Response): Promise<void> => act(async () => open.shift()?.(response));
const refuse = (): Promise<void> =>
  respond(Response.json({ code: 'store_unavailable', message: 'Away.' }, { status: 503 }));

test('says that its shape is missing, and loads it again when it comes back into view or is chosen', async () => {
  const onChoose = vi.fn();
  render(
    <SmallDistribution
      path="/q1"
      request={{ chart: 'page-distribution', query: { path: '/q1' } }}
      onChoose={onChoose}
    />,
  );
  expect(open).toHaveLength(0);
  comeIntoView();
  await refuse();
  const button = screen.getByRole('button', { name: 'Distribution of /q1, not loaded' });
  comeIntoView();
  comeIntoView();
  expect(open).toHaveLength(1);
  await refuse();
  fireEvent.click(button);
  expect(onChoose).toHaveBeenCalledWith('/q1', button);
  await respond(Response.json({ sql: 'select 1;', rows: [{ from_seconds: 1, to_seconds: 2, views: 3 }] }));
  expect(button.getAttribute('aria-label')).toBe('Distribution of /q1');
  expect(button.querySelectorAll('rect')).toHaveLength(1);
  comeIntoView();
  expect(open).toHaveLength(0);
});
