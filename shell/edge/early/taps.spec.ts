// @vitest-environment jsdom
import { afterAll, expect, it } from 'vitest';
import taps from './taps.js?raw';

/** Runs a script in the page's own window. */
const run = (text: string): void => {
  const script = document.createElement('script');
  script.textContent = text;
  document.head.replaceChildren(script);
};

// As the shell does once it listens: other spec files may use the same window.
afterAll(() => run('window.__earlyTaps = null'));

it.each([
  ['a plain click is kept for later', {}, false],
  ["a click with Alt is the browser's", { altKey: true }, true],
  ["a click with Shift is the browser's", { shiftKey: true }, true],
])('%s', (_what, keys, isSeenByOthers) => {
  run(taps);
  document.body.innerHTML = '<a href="/terms">Terms</a>';
  const link = document.querySelector('a')!;
  let isSeen = false;
  link.addEventListener('click', (event) => {
    isSeen = true;
    event.preventDefault();
  });
  link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...keys }));
  expect(isSeen).toBe(isSeenByOthers);
});
