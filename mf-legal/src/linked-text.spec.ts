import { expect, it } from 'vitest';
import { piecesOf } from './linked-text.ts';

it.each([
  ['Plain words (in brackets).', [{ text: 'Plain words (in brackets).' }]],
  ['[Refund Policy](/refund)', [{ text: 'Refund Policy', href: '/refund' }]],
  [
    'See [a](/terms), [b](mailto:b@c.example).',
    [
      { text: 'See ' },
      { text: 'a', href: '/terms' },
      { text: ', ' },
      { text: 'b', href: 'mailto:b@c.example' },
      { text: '.' },
    ],
  ],
  ['', []],
])('splits "%s" into its pieces', (text, pieces) => {
  expect(piecesOf(text)).toEqual(pieces);
});
