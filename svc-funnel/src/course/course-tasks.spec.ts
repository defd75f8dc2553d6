import { afterAll, beforeAll, expect, it } from 'vitest';
import { aVisitor, Browser } from '../../test/browser.ts';
import { query } from '../../test/database.ts';
import { anEvent, anOpenCheckout, aSessionObject, deliver } from '../../test/events.ts';
import { startService, WEBHOOK_SECRET, type StartedService } from '../../test/service.ts';
import { ownStores } from '../../test/own-stores.ts';
import { startMailServer, type MailServer } from '../../test/mail-server.ts';

let server: MailServer;
let service: StartedService;
let stores: Awaited<ReturnType<typeof ownStores>>;
let clockOffsetMs = 0;
beforeAll(async () => {
  stores = await ownStores();
  server = await startMailServer();
  service = await startService({
    env: { WORKER: 'on', SMTP_URL: server.url, DATABASE_URL: stores.funnelDatabaseUrl, REDIS_URL: stores.redisUrl },
    clock: () => new Date(Date.now() + clockOffsetMs),
  });
});
afterAll(async () => {
  await service.stop();
  await server.stop();
  await stores.stop();
});

it('sends the confirmation right after the payment and the first lesson the next morning, with working links', async () => {
  const address = `buyer-${crypto.randomUUID()}@example.com`;
  const { id } = await aVisitor(service.url, address);
  const checkout = await anOpenCheckout(id, { time_zone: 'Europe/Berlin' });
  expect((await deliver(service.url, anEvent(aSessionObject(checkout)), { secret: WEBHOOK_SECRET })).status).toBe(200);
  await expect.poll(() => server.to(address).length).toBe(1);
  const [course] = await query('select order_id, next_due_at from funnel.courses where email = $1', [address]);
  clockOffsetMs = (course?.['next_due_at'] as Date).getTime() - Date.now() + 1000;
  await query(`select id from graphile_worker.add_job('due-lessons', '{}'::json, job_key => 'due-lessons')`);
  await expect.poll(() => server.to(address).length).toBe(2);
  const [confirmation, lesson] = server.to(address);
  expect(confirmation?.source).toContain('/course#t=');
  expect(lesson?.source).toMatch(/^List-Unsubscribe: ?\s*<http:\/\/localhost:3000\/api\/unsubscribe\/[\w-]{43}>/im);
  expect(confirmation?.messageId).not.toBe(lesson?.messageId);
  await expect
    .poll(() => query(`select status from funnel.deliveries where order_id = $1`, [course?.['order_id']]))
    .toEqual([{ status: 'sent' }, { status: 'sent' }]);
  const metrics = (await new Browser(service.url).get('/metrics')).text;
  expect(metrics).toMatch(/funnel_deliveries_total\{kind="lesson",outcome="sent"\} [1-9]/);
  expect(metrics).toMatch(/funnel_lessons_unreadable 0/);
  expect(metrics).toMatch(/funnel_deliveries_waiting \d+/);
  expect(metrics).toMatch(/funnel_deliveries_oldest_seconds \d/);
  expect(service.log()).not.toContain(address);
});
