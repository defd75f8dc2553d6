import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stopTime } from '../test/browser.ts';
import { aPage } from '../test/fake-page.ts';

let page: ReturnType<typeof aPage>;
const load = () => import('./after-paint.ts');
let paint: Awaited<ReturnType<typeof load>>;
const done: string[] = [];

beforeEach(async () => {
  stopTime();
  page = aPage();
  done.length = 0;
  vi.resetModules();
  paint = await load();
});
afterEach(() => void vi.useRealTimers());

const later = (name: string): void => paint.afterPaint(() => done.push(name));

it('runs the work in order, once the frame is on the screen', () => {
  later('a');
  later('b');
  expect(done).toEqual([]);
  page.paint();
  expect(done).toEqual(['a', 'b']);
  later('c');
  page.paint();
  expect(done).toEqual(['a', 'b', 'c']);
});

it('does not wait for a frame of a hidden page, and keeps the order', () => {
  later('a');
  page.hide();
  later('b');
  expect(done).toEqual(['a', 'b']);
});

it('runs the work once, even if it had to run before the frame', () => {
  later('a');
  paint.runPending();
  page.paint();
  expect(done).toEqual(['a']);
});
