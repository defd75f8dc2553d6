import { atom } from 'jotai';
import { store } from './stored-atom.ts';

export interface Notice {
  readonly id: number;
  readonly tone: 'plain' | 'destructive';
  readonly title: string;
  readonly text: string;
}

/** The notice on show. At most one is visible, so a new one takes the place of the old. */
export const noticeAtom = atom<Notice | null>(null);

let lastId = 0;

export const notify = (notice: Omit<Notice, 'id'>): void => store.set(noticeAtom, { ...notice, id: ++lastId });

let prepare: () => void = () => {};

/** Says that a notice may follow, perhaps when the network is gone: what shows it is fetched ahead. */
export const prepareNotices = (): void => prepare();

/** The host page's part of `prepareNotices`. */
export const onPrepareNotices = (implementation: () => void): void => {
  prepare = implementation;
};
