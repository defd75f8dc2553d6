import { sharedAtom, store } from './stored-atom.ts';

export interface Notice {
  readonly id: number;
  readonly tone: 'plain' | 'destructive';
  readonly title: string;
  readonly text: string;
}

/** The current notice. At most one is visible, so a new one replaces the old. */
export const noticeAtom = sharedAtom<Notice | null>(null);

let lastId = 0;

export const notify = (notice: Omit<Notice, 'id'>): void => store.set(noticeAtom, { ...notice, id: ++lastId });

/** Counts the requests to load the code that shows notices before there is one. */
export const noticeRequestsAtom = sharedAtom(0);

/** Loads the code that shows notices now, because a notice may follow when the network is gone. */
export const prepareNotices = (): void => store.set(noticeRequestsAtom, store.get(noticeRequestsAtom) + 1);
