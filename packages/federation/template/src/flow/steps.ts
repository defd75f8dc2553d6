import type { Plain } from '@course/funnel';

export type NewcomerStep = Plain<'newcomer', 'newcomer'>;

/** The screens of this remote, in order. */
export const STEPS: readonly NewcomerStep[] = [
  { key: 'newcomer', path: '/newcomer', kind: 'newcomer', next: null, back: null, title: 'Newcomer' },
];

/** The ways into this remote, by name: another remote leads here with `{ exit: 'newcomer' }`. */
export const ENTRIES = { newcomer: '/newcomer' } as const;

/** The entries of other remotes that this one leads to. */
export const EXITS = ['quiz'] as const;
