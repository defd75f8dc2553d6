/** What each task is told: ids, never an address, a name or a token. */
export interface TaskPayloads {
  /** Sends one row of `deliveries` that somebody waits for, at once. */
  readonly send: { readonly deliveryId: string };
  /** Sends a lesson, in its turn. */
  readonly 'send-lesson': { readonly deliveryId: string };
  /** Queues the lessons whose moment has come. Every minute. */
  readonly 'due-lessons': Readonly<Record<string, never>>;
  /** Queues the reminders of unfinished checkouts, for visitors who consented. Every minute. */
  readonly 'checkout-reminders': Readonly<Record<string, never>>;
  /** Asks the provider about checkouts that stayed open. Every minute. */
  readonly reconcile: Readonly<Record<string, never>>;
  /** Puts right what an older version or a crash left: orders without a course, mails without a job. At start and every hour. */
  readonly mend: Readonly<Record<string, never>>;
  /** Tells the owner, once, when something needs a hand. Every five minutes. */
  readonly watch: Readonly<Record<string, never>>;
  /** Gives back the price of an order that its buyer has undone or withdrawn from. */
  readonly 'refund-order': { readonly orderId: string };
  /** Looks up the orders of a declared withdrawal, if there are any, and begins it. */
  readonly 'match-withdrawal': { readonly withdrawalId: string };
  /** Queues the refunds of withdrawals whose time to object has passed, and look-ups that were given up. Every five minutes. */
  readonly 'due-withdrawals': Readonly<Record<string, never>>;
  /** Reads the reports of bounces that have come by mail, where there is a mailbox for them. Every five minutes. */
  readonly 'read-bounces': Readonly<Record<string, never>>;
  /** Deletes what has been kept long enough. Every day. */
  readonly forget: Readonly<Record<string, never>>;
  /** Takes the person out of payment events that came after their person was erased. Every five minutes. */
  readonly 'redact-late-events': Readonly<Record<string, never>>;
  /** Sends new links to whoever asked, if there is a course: `requestHash` is a keyed hash of the address in hex. */
  readonly 'renew-links': { readonly requestHash: string; readonly purpose: 'course' | 'refund' };
}

export type TaskName = keyof TaskPayloads;

/** What a task may know about the job it runs for. */
export interface TaskContext {
  /** Counts from 1. */
  readonly attempt: number;
  /** No further attempt follows when this one fails. */
  readonly isLast: boolean;
}

/** Resolves when the job is done; rejecting tries it again after a growing pause (seconds at first, six hours at most). */
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

/** graphile-worker's crontab of the tasks that this process does. One job of each waits at most; a missed one is not made up for. */
export const crontabOf = (tasks: ReadonlySet<string>): string =>
  SCHEDULES.filter(({ task }) => tasks.has(task))
    .map(({ task, at }) => `${at} ${task} ?max=1&jobKey=${task}`)
    .join('\n');
