import { clock, coins, ellipse, level, sun, type Shape } from './shapes.ts';

const DISC = ellipse(16, 16, 13);

/** Degrees are drawn as one to four lit stones, ages and readiness as the height of the sun, durations as a clock. */
const SHAPES = {
  'level-1': level(1),
  'level-2': level(2),
  'level-3': level(3),
  'level-4': level(4),
  'sun-1': sun(1),
  'sun-2': sun(2),
  'sun-3': sun(3),
  'sun-4': sun(4),
  'clock-5': clock(5),
  'clock-10': clock(10),
  'clock-15': clock(15),
  'clock-20': clock(20),
  'coins-1': coins(1),
  'coins-2': coins(2),
  'coins-3': coins(3),
  yes: [
    ['teal', DISC],
    ['light-line', 'M10 16.5l4.5 4.5 8 -9'],
  ],
  maybe: [
    ['gold', DISC],
    ['line', 'M9.5 16.2q3.2 -4 6.5 0t6.5 0'],
  ],
  no: [
    ['coral', DISC],
    ['light-line', 'M11 11l10 10M21 11l-10 10'],
  ],
  compass: [
    ['pale', DISC],
    ['coral', 'M16 5l4 11h-8Z'],
    ['teal', 'M16 27l4 -11h-8Z'],
    ['line', DISC],
  ],
  swap: [
    ['coral', 'M20 4l8 7 -8 7v-4.5h-15v-5h15Z'],
    ['teal', 'M12 14.5l-8 7 8 7v-4.5h15v-5h-15Z'],
  ],
  chart: [
    ['faint', 'M4 19h6v10h-6Z'],
    ['gold', 'M13 13h6v16h-6Z'],
    ['coral', 'M22 5h6v24h-6Z'],
  ],
  shield: [
    ['teal', 'M16 2.5l12 4v9q0 10 -12 14q-12 -4 -12 -14v-9Z'],
    ['light-line', 'M10.5 15.5l4 4 7 -8'],
  ],
  pencil: [
    ['gold', 'M20 4l8 8 -15 15 -8 -8Z'],
    ['pale', 'M5 19l8 8 -10 2Z'],
    ['coral', 'M20 4l3 -3 8 8 -3 3Z'],
  ],
  code: [
    ['line', 'M10 8l-7 8 7 8M22 8l7 8 -7 8'],
    ['coral', 'M17.5 5h3.5l-6.5 22h-3.5Z'],
  ],
  megaphone: [
    ['coral', 'M4 12h8l13 -8v22l-13 -8h-8Z'],
    ['teal', 'M7 18h6l2 10h-5Z'],
    ['line', 'M29 11v8'],
  ],
  page: [
    ['teal', 'M7 2h14l6 6v22h-20Z'],
    ['light-line', 'M12 13h10M12 18.5h10M12 24h6'],
  ],
  briefcase: [
    ['line', 'M11 10v-5h10v5'],
    ['coral', 'M5 9h22a2 2 0 0 1 2 2v15a2 2 0 0 1 -2 2h-22a2 2 0 0 1 -2 -2v-15a2 2 0 0 1 2 -2Z'],
    ['gold', 'M3 16h26v4h-26Z'],
  ],
  house: [
    ['faint', 'M6 14h20v15h-20Z'],
    ['coral', 'M16 2l14 13h-28Z'],
    ['teal', 'M13 19h6v10h-6Z'],
  ],
  globe: [
    ['teal', DISC],
    ['light-line', 'M4 16h24M16 4q-9 12 0 24M16 4q9 12 0 24'],
  ],
  shop: [
    ['faint', 'M5 14h22v15h-22Z'],
    ['coral', 'M5 4h22l3 10h-28Z'],
    ['gold', 'M12 4h8l1 10h-10Z'],
    ['teal', 'M13 20h6v9h-6Z'],
  ],
  kite: [
    ['coral', 'M18 2l10 9 -10 13Z'],
    ['gold', 'M18 2l-8 9 8 13Z'],
    ['line', 'M18 24q-1 5 -6 4t-8 2'],
  ],
  heart: [['coral', 'M16 28q-13 -9 -13 -17a6.5 6.5 0 0 1 13 -2a6.5 6.5 0 0 1 13 2q0 8 -13 17Z']],
  bolt: [['gold', 'M18 2l-12 16h8l-2 12 13 -17h-8.5Z']],
  sprout: [
    ['line', 'M16 29v-14'],
    ['teal', 'M16 17q-12 0 -12 -11q12 0 12 11Z'],
    ['gold', 'M16 14q0 -10 12 -10q0 10 -12 10Z'],
  ],
  target: [
    ['coral', DISC],
    ['pale', ellipse(16, 16, 8.5)],
    ['coral', ellipse(16, 16, 4)],
  ],
  man: [
    ['coral', 'M4 32v-3a9 8 0 0 1 9 -8h6a9 8 0 0 1 9 8v3Z'],
    ['skin', ellipse(16, 12.5, 7)],
    ['ink', 'M8.5 12a7.5 8 0 0 1 15 0q-3 -4 -7.5 -4t-7.5 4Z'],
  ],
  woman: [
    ['ink', 'M7 22v-9a9 9.5 0 0 1 18 0v9Z'],
    ['teal', 'M4 32v-3a9 8 0 0 1 9 -8h6a9 8 0 0 1 9 8v3Z'],
    ['skin', ellipse(16, 13, 6.5)],
    ['ink', 'M9 13q1 -7.5 7 -7.5t7 7.5q-5 -1 -7 -4q-2 3 -7 4Z'],
  ],
} satisfies Record<string, readonly Shape[]>;

export type IconName = keyof typeof SHAPES;

/** All icons that the step table and the copy refer to by name. */
export const DRAWINGS: Readonly<Record<IconName, readonly Shape[]>> = SHAPES;
