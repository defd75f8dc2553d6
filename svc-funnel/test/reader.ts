import { randomUUID } from 'node:crypto';
import { findPlan } from '@course/funnel';
import { enrol } from '../src/course/enrolment/enrol.ts';
import type { Order } from '../src/generated/prisma/client.ts';
import { courseToken, type LinkPurpose } from '../src/course/links/links.ts';
import { PrismaService } from '../src/platform/prisma.ts';
import type { TaskName } from '../src/queue/tasks.ts';
import { TaskRegistry } from '../src/queue/task-registry.ts';
import { Browser } from './browser.ts';
import { query } from './database.ts';
import { anOpenCheckout } from './events.ts';
import { LINK_KEY, type Service } from './service.ts';

/** A person who bought a plan, and whose lessons were sent. */
export interface TestReader {
  readonly orderId: string;
  readonly email: string;
  /** Returns the token of a link in their mails. */
  readonly token: (purpose: LinkPurpose, generation?: number) => string;
}

interface Options {
  readonly email?: string;
  readonly plan?: '1week' | '4week' | '12week';
  readonly paidAt?: Date;
  /** How many lessons were sent so far. */
  readonly lessons?: number;
}

const orderRow = (email: string, paidAt: Date, plan: string) => ({
  id: randomUUID(),
  email,
  plan,
  pricing: 'discounted',
  amountCents: findPlan(plan)?.discountedCents ?? 0,
  currency: 'usd',
  livemode: false,
  status: 'paid',
  paidAt,
});

export async function aReader(
  { app }: Service,
  { email = `${randomUUID()}@example.com`, plan = '4week', paidAt = new Date(), lessons = 0 }: Options = {},
): Promise<TestReader> {
  const prisma = app.get(PrismaService);
  const sessionId = `session_1700000000000_${randomUUID().replaceAll('-', '')}`;
  await prisma.session.create({ data: { id: sessionId, email, name: 'Anna', timeZone: 'Europe/Berlin' } });
  const { id: checkoutId } = await anOpenCheckout(sessionId, { plan, status: 'paid' });
  const order: Order = await prisma.order.create({ data: { ...orderRow(email, paidAt, plan), checkoutId, sessionId } });
  await prisma.$transaction((db) => enrol(db, order, { now: paidAt, course: { sendHour: 7, linkKeys: [LINK_KEY] } }));
  for (let place = 1; place <= lessons; place += 1) {
    const id = randomUUID();
    await prisma.delivery.create({
      data: {
        id,
        orderId: order.id,
        kind: 'lesson',
        place,
        messageId: `<${id}@test>`,
        status: 'sent',
        dueAt: paidAt,
        sentAt: paidAt,
        createdAt: paidAt,
      },
    });
  }
  await query('update funnel.courses set lessons_queued = $2 where order_id = $1', [order.id, lessons]);
  return {
    orderId: order.id,
    email,
    token: (purpose, generation = 1) => courseToken([LINK_KEY], { orderId: order.id, purpose, generation }),
  };
}

/** Returns a browser in which one of the reader's links was opened. */
export async function openedBy(
  service: Service,
  { token }: TestReader,
  purpose: LinkPurpose = 'read',
): Promise<Browser> {
  const browser = new Browser(service.url);
  const opened = await browser.post('/api/course/session', { token: token(purpose) });
  if (opened.status !== 200) throw new Error(`not opened: ${opened.status} ${opened.text}`);
  return browser;
}

/** Does the queued jobs of a task whose payload matches, as the worker would, and returns how many there were. */
export async function work(
  { app }: Service,
  name: TaskName,
  matches: (payload: Readonly<Record<string, unknown>>) => boolean,
): Promise<number> {
  const task = app.get(TaskRegistry).tasks.get(name) as (payload: unknown, context: unknown) => Promise<void>;
  const jobs = await query(
    // The view has no payloads; a function that changes nothing returns them.
    `select id, payload from graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where task_identifier = $1))`,
    [name],
  );
  const matching = jobs.filter(({ payload }) => matches(payload as Record<string, unknown>));
  for (const { id, payload } of matching) {
    await task(payload, { attempt: 1, isLast: false });
    await query('select graphile_worker.complete_jobs(array[$1::bigint])', [id]);
  }
  return matching.length;
}
