/** The drawings that an option may carry. Whoever shows options draws each of them. */
export const ICON_NAMES = [
  // How much of something: four stones, so many of them lit. Ages and moods: the sun, so high. Time: a clock.
  'level-1', 'level-2', 'level-3', 'level-4',
  'sun-1', 'sun-2', 'sun-3', 'sun-4',
  'clock-5', 'clock-10', 'clock-15', 'clock-20',
  'coins-1', 'coins-2', 'coins-3',
  'yes', 'maybe', 'no',
  'compass', 'swap', 'chart', 'shield',
  'pencil', 'code', 'megaphone', 'page', 'briefcase',
  'house', 'globe', 'shop', 'kite', 'heart',
  'bolt', 'sprout', 'target',
  'man', 'woman',
] as const;

export type IconName = (typeof ICON_NAMES)[number];
