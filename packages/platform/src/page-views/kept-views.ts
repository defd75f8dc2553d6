import type { BatchedView } from '@course/contracts';
import { currentSessionId } from '../visitor.ts';

const NAME = 'page-views';

let opening: Promise<IDBDatabase> | undefined;

/** For the next access, because browsers may close a connection at any time. */
const reopen = () => void (opening = undefined);

const open = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(NAME, { keyPath: 'key' });
    request.onsuccess = () => {
      request.result.onclose = reopen;
      resolve(request.result);
    };
    request.onerror = () => reject(request.error ?? new Error('refused'));
  });

type Work<Result> = (views: IDBObjectStore) => IDBRequest<Result>;

/** Resolves to undefined if the browser refuses: IndexedDB is only a second copy. */
async function withViews<Result>(mode: IDBTransactionMode, work: Work<Result>): Promise<Result | undefined> {
  try {
    const database = await (opening ??= open());
    const request = work(database.transaction(NAME, mode).objectStore(NAME));
    return await new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('refused'));
    });
  } catch {
    return reopen();
  }
}

const totalSecondsOf = (view: BatchedView | undefined): number => view?.exit?.totalSeconds ?? -1;

const vitalsOf = (view: BatchedView | undefined): Readonly<Record<string, number | undefined>> =>
  view?.exit?.vitals ?? {};

/** Returns whether one report of a view adds nothing to another. */
const isCovered = (view: BatchedView | undefined, by: BatchedView): boolean =>
  totalSecondsOf(view) <= totalSecondsOf(by) &&
  Object.entries(vitalsOf(view)).every(([name, value = 0]) => value <= (vitalsOf(by)[name] ?? -1));

/**
 * Views on this device, by key. In IndexedDB, because browsers write local storage to disk up to a minute late, and a
 * killed browser would lose that minute.
 */
const viewStore = {
  put: (view: BatchedView) =>
    withViews('readwrite', (views) => {
      const request = views.put(view);
      // Explicitly: the browser would drop an uncommitted transaction if the page ended now.
      views.transaction.commit();
      return request;
    }),
  all: async (): Promise<readonly BatchedView[]> =>
    (await withViews<BatchedView[]>('readonly', (views) => views.getAll())) ?? [],
  /** Keeps a stored view that has been updated since. */
  remove: (view: BatchedView) =>
    withViews('readwrite', (views) => {
      const request = views.get(view.key) as IDBRequest<BatchedView | undefined>;
      request.addEventListener('success', () => isCovered(request.result, view) && views.delete(view.key));
      return request;
    }),
  clear: () => withViews('readwrite', (views) => views.clear()),
};

/** This tab's views that the server may not have yet. Also kept in IndexedDB, where available. */
const memory = new Map<string, BatchedView>();

let currentKey: string | undefined;

/** Sets the key of the current view. It is not waiting to be sent, because it has not ended. */
export const setCurrentView = (key: string | undefined): void => void (currentKey = key);

/**
 * Keeps a view, with its exit as far as it is known, until the server has it. Ignores views of a visitor who started
 * over.
 */
export function keepView(view: BatchedView): void {
  if (view.sessionId !== currentSessionId()) return;
  memory.set(view.key, view);
  void viewStore.put(view);
}

/** Drops a view that the server has or refuses. */
export function forgetView(view: BatchedView): void {
  if (isCovered(memory.get(view.key), view)) memory.delete(view.key);
  void viewStore.remove(view);
}

export function forgetViews(): void {
  memory.clear();
  void viewStore.clear();
}

/** Returns the views that the server may not have yet: this tab's, and those that other tabs have left in IndexedDB. */
export async function waitingViews(): Promise<readonly BatchedView[]> {
  const views = new Map((await viewStore.all()).map((view) => [view.key, view]));
  memory.forEach((view, key) => views.set(key, view));
  return [...views.values()].filter(({ key }) => key !== currentKey);
}
