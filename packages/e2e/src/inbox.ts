import { expect } from 'vitest';
import { rows, stackFile } from './stack.ts';

interface Listed {
  readonly id: string;
  readonly to: readonly string[];
  readonly subject: string;
}

const outbox = (): string => stackFile().mailUrl ?? '';

const listed = async (email: string): Promise<Listed[]> =>
  ((await (await fetch(`${outbox()}/mails.json`)).json()) as Listed[]).filter(({ to }) => to.includes(email));

/** The newest mail to an address with such a subject, as plain text. Waits for it. */
export async function mailTo(email: string, subject: RegExp): Promise<string> {
  const find = async () => (await listed(email)).find((mail) => subject.test(mail.subject));
  await expect.poll(find, { interval: 250 }).toBeDefined();
  return (await fetch(`${outbox()}/mails/${(await find())?.id}/text`)).text();
}

/** The address in a mail that leads to a page of this site, with that query if one is given, fragment included. */
export const linkIn = (mail: string, path: string, query?: string): string => {
  const link = mail
    .match(/https?:\/\/\S+/g)
    ?.map((address) => new URL(address))
    .find(({ pathname, search }) => pathname === path && (query === undefined || search === query))?.href;
  if (!link) throw new Error(`no link to ${path}${query ?? ''}`);
  return link;
};

/** Lets the next lesson of an order be due now, and waits until it is sent. */
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
