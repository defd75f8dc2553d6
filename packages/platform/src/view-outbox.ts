import type { BatchedView } from '@course/contracts';
import { readVersioned, removeRaw, storedKeys, writeVersioned } from './storage.ts';
import { isTold, viewStore } from './view-store.ts';
import { currentSessionId } from './visitor.ts';

/** What this tab has not told the server. The device has it too, unless it refuses, and other tabs' besides. */
const memory = new Map<string, BatchedView>();

/** Before the key of a view that has ended, in local storage. */
const ENDED = 'view:';
const isView = (value: unknown): value is BatchedView => typeof value === 'object' && value !== null && 'key' in value;

let onShow: string | undefined;

/** Names the view on show by its key. It does not wait to be sent: its end is yet to come. */
export const showView = (key: string | undefined): void => void (onShow = key);

/** Keeps a view, and how it ended as far as that is known, until the server has it. Nothing of a visitor who started over. */
export function keepView(view: BatchedView): void {
  if (isNobodys(view)) return;
  memory.set(view.key, view);
  void viewStore.put(view);
}

/** The same at once: a browser that closes takes along what it was asked to write, but for local storage. */
export function keepEnd(view: BatchedView): void {
  if (isNobodys(view)) return;
  keepView(view);
  writeVersioned(ENDED + view.key, view);
}

const isNobodys = ({ sessionId }: BatchedView): boolean => sessionId !== currentSessionId();

/** The server has it. */
export function forgetView(view: BatchedView): void {
  if (isTold(readVersioned(ENDED + view.key, isView), view)) removeRaw(ENDED + view.key);
  if (isTold(memory.get(view.key), view)) memory.delete(view.key);
  void viewStore.remove(view);
}

export function forgetViews(): void {
  memory.clear();
  void viewStore.clear();
}

/** What the server may not have: of this tab, and of those that ended without a word. */
export async function waitingViews(): Promise<readonly BatchedView[]> {
  const kept = [...(await viewStore.all()), ...memory.values(), ...storedKeys(ENDED).flatMap((key) => readVersioned(key, isView) ?? [])];
  const latest = new Map<string, BatchedView>();
  for (const view of kept) if (isTold(latest.get(view.key), view)) latest.set(view.key, view);
  return [...latest.values()].filter(({ key }) => key !== onShow);
}
