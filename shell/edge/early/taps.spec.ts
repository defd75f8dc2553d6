// @vitest-environment jsdom
import { expect, it } from 'vitest';
import taps from './taps.js?raw';

it.each([
  ['a plain click is kept for later', {}, false],
  ["a click with Alt is the browser's", { altKey: true }, true],
  ["a click with Shift is the browser's", { shiftKey: true }, true],
])('%s', (_what, keys, isSeenByOthers) => {
  const script = document.createElement('script');
  script.textContent = taps;
  document.head.replaceChildren(script);
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
