import type { BatchedView } from '@course/contracts';
import { currentSessionId } from '../visitor.ts';

const NAME = 'page-views';

let opening: Promise<IDBDatabase> | undefined;

const open = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(NAME, { keyPath: 'key' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('refused'));
  });

type Work<Result> = (views: IDBObjectStore) => IDBRequest<Result>;

/** Undefined where the browser refuses: what is kept here is only a second copy. */
async function withViews<Result>(mode: IDBTransactionMode, work: Work<Result>): Promise<Result | undefined> {
  try {
    const database = await (opening ??= open());
    const request = work(database.transaction(NAME, mode).objectStore(NAME));
    return await new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('refused'));
    });
  } catch {
    return undefined;
  }
}

const told = (view: BatchedView | undefined): number => view?.exit?.totalSeconds ?? -1;

const vitalsOf = (view: BatchedView | undefined): Readonly<Record<string, number | undefined>> =>
  view?.exit?.vitals ?? {};

/** Whether the first report of a view tells nothing beyond the second. */
const isTold = (view: BatchedView | undefined, by: BatchedView): boolean =>
  told(view) <= told(by) &&
  Object.entries(vitalsOf(view)).every(([name, value = 0]) => value <= (vitalsOf(by)[name] ?? -1));

/**
 * Views on this device, by key. In IndexedDB, because browsers write local storage to the disk up to a minute late:
 * a browser that is killed would take that minute with it.
 */
const viewStore = {
  put: (view: BatchedView) =>
    withViews('readwrite', (views) => {
      const request = views.put(view);
      // Not left to the browser, which would drop it when the page ends now.
      views.transaction.commit();
      return request;
    }),
  all: async (): Promise<readonly BatchedView[]> =>
    (await withViews<BatchedView[]>('readonly', (views) => views.getAll())) ?? [],
  /** Leaves a view that has more to tell by now. */
  remove: (view: BatchedView) =>
    withViews('readwrite', (views) => {
      const request = views.get(view.key) as IDBRequest<BatchedView | undefined>;
      request.addEventListener('success', () => isTold(request.result, view) && views.delete(view.key));
      return request;
    }),
  clear: () => withViews('readwrite', (views) => views.clear()),
};

/** This tab's views that the server may not have yet. Also kept in IndexedDB, where available. */
const memory = new Map<string, BatchedView>();

let onShow: string | undefined;

/** Names the view on show by its key. It does not wait to be sent: its end is yet to come. */
export const showView = (key: string | undefined): void => void (onShow = key);

/** Keeps a view, and how it ended as far as that is known, until the server has it. Nothing of a visitor who started over. */
export function keepView(view: BatchedView): void {
  if (view.sessionId !== currentSessionId()) return;
  memory.set(view.key, view);
  void viewStore.put(view);
}

/** The server has it. */
export function forgetView(view: BatchedView): void {
  if (isTold(memory.get(view.key), view)) memory.delete(view.key);
  void viewStore.remove(view);
}

export function forgetViews(): void {
  memory.clear();
  void viewStore.clear();
}

/** Views that the server may not have yet: this tab's, and those that other tabs have left in IndexedDB. */
export async function waitingViews(): Promise<readonly BatchedView[]> {
  const views = new Map((await viewStore.all()).map((view) => [view.key, view]));
  memory.forEach((view, key) => views.set(key, view));
  return [...views.values()].filter(({ key }) => key !== onShow);
}
