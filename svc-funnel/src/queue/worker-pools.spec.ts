import { afterAll, beforeAll, expect, it } from 'vitest';
import { query } from '../../test/database.ts';
import { ownStores } from '../../test/own-stores.ts';
import { startService, type StartedService } from '../../test/service.ts';
import { PrismaService } from '../platform/prisma.ts';
import { WORKER_POOLS } from './worker.service.ts';
import { TaskRegistry } from './task-registry.ts';
import { anEnrolled } from '../../test/courses.ts';
import { deliveriesOf } from '../../test/orders.ts';
import { startMailServer, type MailServer } from '../../test/mail-server.ts';

const LESSONS = 12;
const ONE_CLICK = /^List-Unsubscribe:/im;

let server: MailServer;
let service: StartedService;
let stores: Awaited<ReturnType<typeof ownStores>>;
beforeAll(async () => {
  stores = await ownStores();
  server = await startMailServer();
  service = await startService({
    env: {
      WORKER: 'on',
      SMTP_URL: server.url,
      LESSONS_PER_MINUTE: '60000',
      DATABASE_URL: stores.funnelDatabaseUrl,
      REDIS_URL: stores.redisUrl,
    },
  });
});
afterAll(async () => {
  await service.stop();
  await server.stop();
  await stores.stop();
});

it('every task is in exactly one pool', () => {
  const tasks = [...service.app.get(TaskRegistry).tasks.keys()];
  expect(tasks).toContain('send-lesson');
  for (const task of tasks)
    expect(
      WORKER_POOLS.filter(({ handles }) => handles(task)),
      task,
    ).toHaveLength(1);
});

it('a confirmation is sent while the mail server holds up all the lessons', async () => {
  const prisma = service.app.get(PrismaService, { strict: false });
  const now = new Date();
  for (let reader = 0; reader < LESSONS; reader += 1) await anEnrolled(prisma, now);
  await expect.poll(() => server.accepted.length).toBe(LESSONS);
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  server.onAccept = ({ source }) => (ONE_CLICK.test(source) ? released : undefined);
  await query('update funnel.courses set next_due_at = now()');
  await query(`select id from graphile_worker.add_job('due-lessons', '{}'::json, job_key => 'due-lessons')`);
  const held = () => server.accepted.slice(LESSONS).filter(({ source }) => ONE_CLICK.test(source)).length;
  await expect.poll(held).toBe(4);
  const buyer = await anEnrolled(prisma, now);
  await expect.poll(async () => (await deliveriesOf(buyer))[0]?.['status']).toBe('sent');
  expect(held()).toBe(4);
  release();
  await expect.poll(held).toBe(LESSONS);
});

it('due lessons are queued while the mail server holds up all the confirmations', async () => {
  const prisma = service.app.get(PrismaService, { strict: false });
  const reader = await anEnrolled(prisma, new Date());
  await expect.poll(async () => (await deliveriesOf(reader))[0]?.['status']).toBe('sent');
  const before = server.accepted.length;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  server.onAccept = () => released;
  for (let buyer = 0; buyer < 4; buyer += 1) await anEnrolled(prisma, new Date());
  await expect.poll(() => server.accepted.length - before).toBe(2);
  await query('update funnel.courses set next_due_at = now() where order_id = $1', [reader.id]);
  await query(`select id from graphile_worker.add_job('due-lessons', '{}'::json, job_key => 'due-lessons')`);
  await expect.poll(async () => (await deliveriesOf(reader)).map(({ kind }) => kind)).toContain('lesson');
  release();
  await expect.poll(() => server.accepted.length - before).toBe(5);
});
