import type pg from 'pg';

export interface Acceptance {
  readonly messageId: string;
  readonly to: string;
  /** Simulated time, ms. */
  readonly at: number;
}

/** How many of a process's last mails are checked after it died: more than it sends at the same time. */
const RECENT_MAILS = 64;

/** What the mail server accepted, in order, and which repeats a crash between acceptance and commit excuses. */
export class DeliveryLog {
  readonly accepted: Acceptance[] = [];
  readonly refused = new Set<string>();
  /** How often each mail may be repeated. */
  readonly excuses = new Map<string, number>();
  readonly #byProcess = new Map<number, string[]>();

  accept({ messageId, to, at, pid }: Acceptance & { readonly pid: number }): void {
    this.accepted.push({ messageId, to, at });
    const mails = this.#byProcess.get(pid) ?? [];
    mails.push(messageId);
    this.#byProcess.set(pid, mails.slice(-RECENT_MAILS));
  }

  /** Excuses a repeat of each mail of a dead process that was accepted, but is not recorded as sent. */
  async excuse(pid: number, database: pg.Pool): Promise<void> {
    const last = this.#byProcess.get(pid) ?? [];
    const { rows } = await database.query<{ id: string }>(
      `select message_id as id from funnel.deliveries where message_id = any($1::text[]) and status <> 'sent'`,
      [last],
    );
    for (const { id } of rows) this.excuses.set(id, (this.excuses.get(id) ?? 0) + 1);
  }
}
