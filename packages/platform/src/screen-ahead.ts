import { atom } from 'jotai';
import { store, useStored } from './stored-atom.ts';

/** A screen that is made ready while the one it follows is still on show. Paths. */
export interface ScreenAhead {
  readonly from: string;
  readonly path: string;
}

const screenAheadAtom = Object.assign(atom<ScreenAhead | null>(null), { initial: null });

/** Says that the visitor goes to the screen of `path` in a moment: it is rendered out of sight, and only has to be shown then. */
export const prerenderScreen = (path: string): void => store.set(screenAheadAtom, { from: location.pathname, path });

export const forgetScreenAhead = (): void => store.set(screenAheadAtom, null);

export const useScreenAhead = (): ScreenAhead | null => useStored(screenAheadAtom);
