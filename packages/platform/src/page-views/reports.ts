import type { BatchedView, Vitals } from '@course/contracts';
import { runPending } from '../after-paint.ts';
import type { PageViewTracker, View } from './page-views.ts';
import { reportLate } from './delivery.ts';
import { keepView } from './kept-views.ts';

/** Vitals that become known after their view ended are sent this much later, or when the page is hidden. */
const LATE_MS = 30_000;

/** How reports refer to a view: by its id, or by what the server derives the id from. */
type ViewRef = { readonly pageViewId: string } | Pick<BatchedView, 'sessionId' | 'key'>;

/** In ms of `performance.now()`. */
type Moment = { readonly at: number } | { readonly since: number };

export interface PageReports {
  /** Returns a reference to the view that was current at a time of `performance.now()`, undefined before the first. */
  readonly viewAt: (at: number) => ViewRef | undefined;
  /**
   * Adds a web vital to the view that was current at a time, or the first that began since. Sent with the view's exit.
   */
  readonly recordVital: (vital: keyof Vitals, value: number, moment: Moment) => void;
}

/** Assigns web vitals and errors of a page to its views. */
export function pageReports({ recentViews }: Pick<PageViewTracker, 'recentViews'>): PageReports {
  /** Ended views with vitals that the server does not have. */
  const late = new Map<string, BatchedView>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const sendLate = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (late.size > 0) void reportLate([...late.values()]);
    late.clear();
  };
  document.addEventListener('visibilitychange', () => document.hidden && sendLate());
  addEventListener('pagehide', sendLate);

  const currentAt = (moment: Moment): View | undefined => {
    // The first view begins with its paint, unless it is needed sooner.
    if (recentViews().length === 0) runPending();
    const views = recentViews();
    if ('since' in moment) return views.find(({ startedAt }) => startedAt >= moment.since);
    return views.filter(({ startedAt }) => startedAt <= moment.at).at(-1) ?? views[0];
  };

  return {
    viewAt: (at) => {
      const view = currentAt({ at });
      if (!view) return undefined;
      const { id, entry } = view;
      return id === undefined ? { sessionId: entry.sessionId, key: entry.key } : { pageViewId: id };
    },
    recordVital: (vital, value, moment) => {
      const view = currentAt(moment);
      if (!view || value <= (view.vitals[vital] ?? -1)) return;
      view.vitals = { ...view.vitals, [vital]: value };
      if (!view.ended?.exit) return;
      view.ended = { ...view.ended, exit: { ...view.ended.exit, vitals: view.vitals } };
      keepView(view.ended);
      late.set(view.entry.key, view.ended);
      if (document.hidden) sendLate();
      else timer ??= setTimeout(sendLate, LATE_MS);
    },
  };
}
