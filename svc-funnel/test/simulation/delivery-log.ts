import type pg from 'pg';

export interface Acceptance {
  readonly messageId: string;
  readonly to: string;
  /** Simulated time, ms. */
  readonly at: number;
}

/** How many of a process's last mails may have been accepted without our record of it: more than it has under way. */
const RECENT_MAILS = 64;

/** What the mail server took, in order, and which repeats are excused by a death between acceptance and commit. */
export class DeliveryLog {
  readonly accepted: Acceptance[] = [];
  readonly refused = new Set<string>();
  /** How often a mail may come again. */
  readonly excuses = new Map<string, number>();
  readonly #byProcess = new Map<number, string[]>();

  accept({ messageId, to, at, pid }: Acceptance & { readonly pid: number }): void {
    this.accepted.push({ messageId, to, at });
    const mails = this.#byProcess.get(pid) ?? [];
    mails.push(messageId);
    this.#byProcess.set(pid, mails.slice(-RECENT_MAILS));
  }

  /** After a process has died: which of its mails were accepted and are not recorded as sent. */
  async excuse(pid: number, database: pg.Pool): Promise<void> {
    const last = this.#byProcess.get(pid) ?? [];
    const { rows } = await database.query<{ id: string }>(
      `select message_id as id from funnel.deliveries where message_id = any($1::text[]) and status <> 'sent'`,
      [last],
    );
    for (const { id } of rows) this.excuses.set(id, (this.excuses.get(id) ?? 0) + 1);
  }
}
