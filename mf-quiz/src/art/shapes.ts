/** A fill colour, or a stroke in the text colour (`line`) or the background colour (`light-line`). */
export type Tone = 'coral' | 'gold' | 'teal' | 'ink' | 'pale' | 'faint' | 'skin' | 'line' | 'light-line';

/** One path in a 32 x 32 view box. */
export type Shape = readonly [tone: Tone, path: string];

const round = (value: number): number => Math.round(value * 10) / 10;

export const ellipse = (cx: number, cy: number, rx: number, ry = rx): string =>
  `M${round(cx - rx)} ${cy}a${rx} ${ry} 0 1 0 ${rx * 2} 0a${rx} ${ry} 0 1 0 ${-rx * 2} 0Z`;

const STONES = [
  [7, 25, 6],
  [14.5, 17.5, 5],
  [21.5, 11, 4.2],
  [27, 5.5, 3.4],
] as const;

const stones = (from: number, to?: number): string =>
  STONES.slice(from, to)
    .map(([x, y, rx]) => ellipse(x, y, rx, round(rx * 0.72)))
    .join('');

/** Four climbing stones, the first `lit` of them coloured. */
export const level = (lit: number): Shape[] => [
  ['coral', stones(0, lit)],
  ...(lit < STONES.length ? [['faint', stones(lit)] as const] : []),
];

/** A sun above a hill, raised by `height` steps. */
export const sun = (height: number): Shape[] => [
  ['gold', ellipse(16, 28 - height * 5, 7)],
  ['teal', 'M2 24q14 -6 28 0v3a3 3 0 0 1 -3 3h-22a3 3 0 0 1 -3 -3Z'],
];

/** A clock face with the first `minutes` of the hour filled. */
export function clock(minutes: number): Shape[] {
  const angle = (minutes / 60) * 2 * Math.PI;
  const [x, y] = [round(16 + 10 * Math.sin(angle)), round(16 - 10 * Math.cos(angle))];
  return [
    ['pale', ellipse(16, 16, 12)],
    ['coral', `M16 16V6A10 10 0 0 1 ${x} ${y}Z`],
    ['line', ellipse(16, 16, 12)],
  ];
}

/** A stack of coins. */
export const coins = (count: number): Shape[] =>
  Array.from({ length: count }, (_, index) => {
    const y = 22 - index * 6 + (count - 1);
    return [
      ['gold', `M5 ${y}v4a11 4.5 0 0 0 22 0v-4Z`],
      ['pale', ellipse(16, y, 11, 4.5)],
      ['line', ellipse(16, y, 11, 4.5)],
    ] as Shape[];
  }).flat();
