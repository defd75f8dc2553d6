import { expect } from 'vitest';
import { rows, stackFile } from './stack.ts';

interface ListedMail {
  readonly id: string;
  readonly to: readonly string[];
  readonly subject: string;
}

const outbox = (): string => stackFile().mailUrl ?? '';

const mailsTo = async (email: string): Promise<ListedMail[]> =>
  ((await (await fetch(`${outbox()}/mails.json`)).json()) as ListedMail[]).filter(({ to }) => to.includes(email));

/** Waits for a mail to an address with a matching subject. Returns the newest one as plain text. */
export async function mailTo(email: string, subject: RegExp): Promise<string> {
  const find = async () => (await mailsTo(email)).find((mail) => subject.test(mail.subject));
  await expect.poll(find, { interval: 250 }).toBeDefined();
  return (await fetch(`${outbox()}/mails/${(await find())?.id}/text`)).text();
}

/**
 * Returns the link in a mail to a page of this site, with its fragment. `query` is the link's exact query, if given.
 */
export const linkIn = (mail: string, path: string, query?: string): string => {
  const link = mail
    .match(/https?:\/\/\S+/g)
    ?.map((address) => new URL(address))
    .find(({ pathname, search }) => pathname === path && (query === undefined || search === query))?.href;
  if (!link) throw new Error(`no link to ${path}${query ?? ''}`);
  return link;
};

/** Makes the next lesson of an order due now, and waits until it has been sent. */
export async function sendLesson(email: string, place: number): Promise<void> {
  await rows('update funnel.courses set next_due_at = now() where lower(email) = $1', [email]);
  await rows(`select 1 from graphile_worker.add_job('due-lessons')`);
  const sent = () =>
    rows(
      `select 1 from funnel.deliveries join funnel.courses using (order_id) where email = $1 and kind = 'lesson' and place = $2 and deliveries.status = 'sent'`,
      [email, place],
    );
  await expect.poll(async () => (await sent()).length, { interval: 250 }).toBe(1);
}
