/** The payload of each task: ids, never an address, a name or a token. */
export interface TaskPayloads {
  /** Sends a row of `deliveries` that somebody is waiting for, at once. */
  readonly send: { readonly deliveryId: string };
  /** Sends a row of `deliveries` that is a lesson, at the rate that the settings allow. */
  readonly 'send-lesson': { readonly deliveryId: string };
  /** Queues the lessons that are due. Every minute. */
  readonly 'due-lessons': Readonly<Record<string, never>>;
  /** Queues the reminders of unfinished checkouts, for visitors who consented. Every minute. */
  readonly 'checkout-reminders': Readonly<Record<string, never>>;
  /** Queries the provider about checkouts that stay open. Every minute. */
  readonly reconcile: Readonly<Record<string, never>>;
  /**
   * Repairs what an older version or a crash left: orders without a course, mails without a job. At start and every
   * hour.
   */
  readonly mend: Readonly<Record<string, never>>;
  /** Mails the owner, once, when something needs attention. Every five minutes. */
  readonly watch: Readonly<Record<string, never>>;
  /** Refunds an order that its buyer has undone or withdrawn from. */
  readonly 'refund-order': { readonly orderId: string };
  /** Looks up the orders of a declared withdrawal, if there are any, and starts the withdrawal. */
  readonly 'match-withdrawal': { readonly withdrawalId: string };
  /**
   * Queues the refunds of withdrawals whose time to object has passed, and look-ups that were given up. Every five
   * minutes.
   */
  readonly 'due-withdrawals': Readonly<Record<string, never>>;
  /** Reads new bounce reports from the bounce mailbox, if there is one. Every five minutes. */
  readonly 'read-bounces': Readonly<Record<string, never>>;
  /** Deletes data whose retention period has ended. Every day. */
  readonly forget: Readonly<Record<string, never>>;
  /** Removes personal data from payment events that arrived after their person was erased. Every five minutes. */
  readonly 'redact-late-events': Readonly<Record<string, never>>;
  /** Sends new links to the address that requested them, if it has a course. `requestHash`: its keyed hash in hex. */
  readonly 'renew-links': { readonly requestHash: string; readonly purpose: 'course' | 'refund' };
}

export type TaskName = keyof TaskPayloads;

/** What a task receives about its job. */
export interface TaskContext {
  /** Counts from 1. */
  readonly attempt: number;
  /** True if no further attempt follows when this one fails. */
  readonly isLast: boolean;
}

/**
 * Resolves when the job is done. If it rejects, it is tried again after a growing pause (from seconds to six hours), up
 * to 25 times in some four days.
 */
export type Task<Name extends TaskName> = (payload: TaskPayloads[Name], context: TaskContext) => Promise<void>;

interface Schedule {
  readonly task: TaskName;
  /** minute hour day month weekday, in UTC. */
  readonly at: string;
}

const SCHEDULES: readonly Schedule[] = [
  { task: 'due-lessons', at: '* * * * *' },
  { task: 'checkout-reminders', at: '* * * * *' },
  { task: 'reconcile', at: '* * * * *' },
  { task: 'watch', at: '*/5 * * * *' },
  { task: 'due-withdrawals', at: '*/5 * * * *' },
  { task: 'read-bounces', at: '*/5 * * * *' },
  { task: 'redact-late-events', at: '*/5 * * * *' },
  { task: 'mend', at: '17 * * * *' },
  { task: 'forget', at: '41 2 * * *' },
];

/**
 * Returns graphile-worker's crontab for the tasks of this process. At most one job of each waits; missed ones are
 * skipped.
 */
export const crontabOf = (tasks: ReadonlySet<string>): string =>
  SCHEDULES.filter(({ task }) => tasks.has(task))
    .map(({ task, at }) => `${at} ${task} ?max=1&jobKey=${task}`)
    .join('\n');
