import { sharedAtom, store } from './stored-atom.ts';

export interface Notice {
  readonly id: number;
  readonly tone: 'plain' | 'destructive';
  readonly title: string;
  readonly text: string;
}

/** The notice on show. At most one is visible, so a new one takes the place of the old. */
export const noticeAtom = sharedAtom<Notice | null>(null);

let lastId = 0;

export const notify = (notice: Omit<Notice, 'id'>): void => store.set(noticeAtom, { ...notice, id: ++lastId });

/** Counts how often the code that shows notices was asked for ahead of a notice. */
export const noticeRequestsAtom = sharedAtom(0);

/** Says that a notice may follow, perhaps when the network is gone: the code that shows it is fetched now. */
export const prepareNotices = (): void => store.set(noticeRequestsAtom, store.get(noticeRequestsAtom) + 1);
