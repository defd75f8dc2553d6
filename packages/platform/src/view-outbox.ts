import type { BatchedView } from '@course/contracts';
import { isTold, viewStore } from './view-store.ts';
import { currentSessionId } from './visitor.ts';

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
