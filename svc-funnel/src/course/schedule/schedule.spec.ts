import { courseView, type OpenCourseView } from '@course/contracts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Answer, Browser } from '../../../test/browser.ts';
import { pauseOthers } from '../../../test/courses.ts';
import { query } from '../../../test/database.ts';
import { hold } from '../../../test/hold.ts';
import { aReader, openedBy, type TestReader } from '../../../test/reader.ts';
import { sharedService, type Service } from '../../../test/service.ts';
import { PrismaService } from '../../platform/prisma.ts';
import { stopCourse } from '../enrolment/stop-and-resume.ts';
import { queueDueLessons } from '../sending/due-lessons.ts';

const BOUGHT = new Date('2026-05-04T03:00:00Z');
const NOON = new Date('2026-05-06T10:00:00Z');

let service: Service;
let now = NOON;
beforeAll(async () => {
  service = await sharedService(() => now);
});
beforeEach(async () => {
  now = NOON;
  await pauseOthers();
});

const prisma = () => service.app.get(PrismaService);
const openViewOf = ({ body }: Answer): OpenCourseView => {
  const view = courseView.parse(body);
  if (view.is !== 'open') throw new Error('the course is closed');
  return view;
};

/** A reader in Berlin who got lessons on Monday and Tuesday, and is to get the next one today at 7 in the evening. */
async function anEveningReader(change: Parameters<typeof aReader>[1] = {}): Promise<[TestReader, Browser]> {
  const reader = await aReader(service, { paidAt: BOUGHT, lessons: 2, ...change });
  await query(`update funnel.deliveries set created_at = '2026-05-05T17:00:00Z' where order_id = $1 and place = 2`, [
    reader.orderId,
  ]);
  await query(
    `update funnel.courses set send_hour = 19, next_due_at = '2026-05-06T17:00:00Z' where order_id = $1 and status = 'active'`,
    [reader.orderId],
  );
  return [reader, await openedBy(service, reader)];
}

const lessonsOf = ({ orderId }: TestReader) =>
  query(
    `select place, status, created_at from funnel.deliveries where order_id = $1 and kind = 'lesson' order by place`,
    [orderId],
  );
const markSent = ({ orderId }: TestReader) =>
  query(`update funnel.deliveries set status = 'sent', sent_at = $2 where order_id = $1 and status = 'queued'`, [
    orderId,
    now,
  ]);
const queueDue = () => queueDueLessons(prisma(), { now, sendHour: 7 });

describe('hour and days', () => {
  it('are shown with the time of the next lesson', async () => {
    const [, browser] = await anEveningReader();
    expect(openViewOf(await browser.get('/api/course'))).toMatchObject({
      nextLessonAt: '2026-05-06T17:00:00.000Z',
      schedule: {
        hour: 19,
        weekdaysOnly: false,
        utcOffsetMinutes: 120,
        pausedUntil: null,
        pauseLimit: '2027-05-06',
        nextNow: 'possible',
      },
    });
  });

  it('default to the installation’s for readers who chose none', async () => {
    const reader = await aReader(service, { paidAt: BOUGHT });
    expect(openViewOf(await (await openedBy(service, reader)).get('/api/course')).schedule).toMatchObject({ hour: 7 });
  });

  it.each([
    ['a later hour', { hour: 21 }, '2026-05-06T19:00:00.000Z'],
    ['an hour that has passed: today’s lesson goes now', { hour: 6 }, '2026-05-06T10:00:00.000Z'],
    ['weekdays only', { weekdaysOnly: true }, '2026-05-06T17:00:00.000Z'],
  ])('change: %s', async (_, change, nextLessonAt) => {
    const [, browser] = await anEveningReader();
    const view = openViewOf(await browser.json('PATCH', '/api/course/schedule', change));
    expect(view).toMatchObject({ nextLessonAt, schedule: change });
  });

  it('follow a change of time zone', async () => {
    const [, browser] = await anEveningReader();
    const { body, text } = await browser.json('PATCH', '/api/course/schedule', { timeZone: 'America/New_York' });
    expect(body).toMatchObject({ nextLessonAt: '2026-05-06T23:00:00.000Z', schedule: { utcOffsetMinutes: -240 } });
    expect(text).not.toContain('New_York');
  });

  it('allow one lesson a day, however often they change', async () => {
    const [reader, browser] = await anEveningReader();
    await browser.json('PATCH', '/api/course/schedule', { hour: 6 });
    await queueDue();
    await markSent(reader);
    expect(openViewOf(await browser.json('PATCH', '/api/course/schedule', { hour: 20 })).nextLessonAt).toBe(
      '2026-05-07T18:00:00.000Z',
    );
    now = new Date('2026-05-06T18:00:00Z');
    await queueDue();
    expect(await lessonsOf(reader)).toHaveLength(3);
    now = new Date('2026-05-07T18:00:00Z');
    await queueDue();
    expect(await lessonsOf(reader)).toHaveLength(4);
  });

  it.each([
    [{}, 'invalid_body'],
    [{ hour: 24 }, 'invalid_body'],
    [{ hour: 7.5 }, 'invalid_body'],
    [{ hour: '7' }, 'invalid_body'],
    [{ weekdaysOnly: 'yes' }, 'invalid_body'],
    [{ pausedUntil: '2027-01-01' }, 'invalid_body'],
    [{ timeZone: 'Mars/Olympus' }, 'unknown_time_zone'],
  ])('%j is refused and changes nothing', async (body, code) => {
    const [, browser] = await anEveningReader();
    expect((await browser.json('PATCH', '/api/course/schedule', body)).body).toMatchObject({ statusCode: 400, code });
    expect(openViewOf(await browser.get('/api/course')).schedule).toMatchObject({ hour: 19, weekdaysOnly: false });
  });
});

describe('a pause', () => {
  it('moves the next lesson to its day, and ends by itself', async () => {
    const [reader, browser] = await anEveningReader();
    expect(openViewOf(await browser.post('/api/course/pause', { until: '2026-05-20' }))).toMatchObject({
      status: 'active',
      nextLessonAt: '2026-05-20T17:00:00.000Z',
      schedule: { pausedUntil: '2026-05-20' },
    });
    now = new Date('2026-05-19T20:00:00Z');
    await queueDue();
    expect(await lessonsOf(reader)).toHaveLength(2);
    now = new Date('2026-05-20T17:00:00Z');
    await queueDue();
    expect(await lessonsOf(reader)).toHaveLength(3);
    expect(openViewOf(await browser.get('/api/course'))).toMatchObject({
      nextLessonAt: '2026-05-21T17:00:00.000Z',
      schedule: { pausedUntil: null },
    });
  });

  it('can be shortened, and ends at once when the reader ends it', async () => {
    const [, browser] = await anEveningReader();
    await browser.post('/api/course/pause', { until: '2026-06-20' });
    expect(openViewOf(await browser.post('/api/course/pause', { until: '2026-05-08' })).nextLessonAt).toBe(
      '2026-05-08T17:00:00.000Z',
    );
    expect(openViewOf(await browser.json('DELETE', '/api/course/pause', {}))).toMatchObject({
      nextLessonAt: '2026-05-06T17:00:00.000Z',
      schedule: { pausedUntil: null },
    });
  });

  it.each(['2026-05-06', '2026-05-05', '2027-05-07', '2020-01-01'])('to %s is refused', async (until) => {
    const [, browser] = await anEveningReader();
    expect((await browser.post('/api/course/pause', { until })).body).toMatchObject({
      statusCode: 400,
      code: 'pause_out_of_range',
    });
  });

  it.each(['2026-02-30', 'tomorrow', '2026-5-9', ''])('to %j is refused, because that is not a date', async (until) => {
    const [, browser] = await anEveningReader();
    expect((await browser.post('/api/course/pause', { until })).body).toMatchObject({ code: 'invalid_body' });
  });

  it('can last a year at most', async () => {
    const [, browser] = await anEveningReader();
    expect(openViewOf(await browser.post('/api/course/pause', { until: '2027-05-06' })).nextLessonAt).toBe(
      '2027-05-06T17:00:00.000Z',
    );
  });
});

describe('the next lesson, on request', () => {
  const ask = (browser: Browser) => browser.post('/api/course/next-lesson', {});

  it('is queued once, ahead of due lessons, and counts as the day’s lesson, so that the following one comes tomorrow', async () => {
    const [reader, browser] = await anEveningReader();
    expect(openViewOf(await ask(browser))).toMatchObject({
      nextLessonAt: '2026-05-07T17:00:00.000Z',
      schedule: { nextNow: 'waiting' },
    });
    expect((await ask(browser)).body).toMatchObject({ statusCode: 409, code: 'lesson_under_way' });
    expect(await lessonsOf(reader)).toHaveLength(3);
    expect(
      await query(
        `select priority from graphile_worker.jobs where key in (select 'send:' || id from funnel.deliveries where order_id = $1 and place = 3)`,
        [reader.orderId],
      ),
    ).toEqual([{ priority: 0 }]);
  });

  it('is queued once for concurrent requests', async () => {
    const [reader, browser] = await anEveningReader();
    const statuses = (await Promise.all([ask(browser), ask(browser), ask(browser)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409, 409]);
    expect((await lessonsOf(reader)).map(({ place }) => place)).toEqual([1, 2, 3]);
  });

  it('can be requested three times a day', async () => {
    const [reader, browser] = await anEveningReader();
    for (let lesson = 0; lesson < 3; lesson += 1) {
      await ask(browser);
      await markSent(reader);
    }
    expect((await ask(browser)).body).toMatchObject({ statusCode: 409, code: 'lessons_of_today' });
    expect(openViewOf(await browser.get('/api/course')).schedule).toMatchObject({ nextNow: 'tomorrow' });
    now = new Date('2026-05-06T22:30:00Z');
    expect((await ask(browser)).status).toBe(200);
  });

  it('can be requested during a pause, which continues', async () => {
    const [reader, browser] = await anEveningReader();
    await browser.post('/api/course/pause', { until: '2026-05-20' });
    expect(openViewOf(await ask(browser))).toMatchObject({ nextLessonAt: '2026-05-20T17:00:00.000Z' });
    expect(await lessonsOf(reader)).toHaveLength(3);
  });

  it('finishes the course if it is the last one', async () => {
    const [reader, browser] = await anEveningReader({ plan: '1week', lessons: 6 });
    expect(openViewOf(await ask(browser))).toMatchObject({ status: 'finished', nextLessonAt: null, schedule: null });
    await markSent(reader);
    expect((await ask(browser)).body).toMatchObject({ statusCode: 409, code: 'course_not_running' });
  });
});

const CALLS: readonly [string, (browser: Browser) => Promise<Answer>][] = [
  ['the schedule', (browser) => browser.json('PATCH', '/api/course/schedule', { hour: 9 })],
  ['a pause', (browser) => browser.post('/api/course/pause', { until: '2026-05-20' })],
  ['the end of a pause', (browser) => browser.json('DELETE', '/api/course/pause', {})],
  ['the next lesson', (browser) => browser.post('/api/course/next-lesson', {})],
];

describe.each(CALLS)('%s', (_, call) => {
  it('is refused once the course has stopped', async () => {
    const [reader, browser] = await anEveningReader();
    await prisma().$transaction((db) => stopCourse(db, reader.orderId, 'unsubscribed', now));
    expect((await call(browser)).body).toMatchObject({ statusCode: 409, code: 'course_not_running' });
    expect(openViewOf(await browser.get('/api/course'))).toMatchObject({ status: 'stopped', schedule: null });
  });

  it('waits for a concurrent refund, and then changes nothing', async () => {
    const [reader, browser] = await anEveningReader();
    const refund = await hold(
      `update funnel.orders set status = 'refunded', refunded_cents = amount_cents, refunded_at = now() where id = $1`,
      [reader.orderId],
    );
    const called = call(browser);
    await expect.poll(() => refund.waiting()).toBeGreaterThan(0);
    await refund.letGo();
    expect((await called).body).toMatchObject({ code: 'course_not_running' });
    expect(await lessonsOf(reader)).toHaveLength(2);
  });

  it('requires the reader’s cookie and the site’s own origin', async () => {
    const [, browser] = await anEveningReader();
    const { cookie } = browser;
    browser.cookie = undefined;
    expect((await call(browser)).body).toMatchObject({ statusCode: 401, code: 'link_missing' });
    browser.cookie = cookie;
    const elsewhere = Object.assign(Object.create(browser) as Browser, {
      headers: { origin: 'https://elsewhere.example' },
    });
    expect((await call(elsewhere)).body).toMatchObject({ statusCode: 403, code: 'origin_foreign' });
  });
});

describe('the mark of a finished lesson', () => {
  it('can be set and removed, and shows in the list and the streak', async () => {
    const [, browser] = await anEveningReader();
    const marked = openViewOf(await browser.post('/api/course/lessons/1/done', {}));
    expect(marked.lessons.map(({ place, done }) => [place, done])).toEqual([
      [2, false],
      [1, true],
    ]);
    expect(marked.streak).toBe(1);
    expect(openViewOf(await browser.post('/api/course/lessons/1/done', {})).streak).toBe(1);
    const unmarked = openViewOf(await browser.json('DELETE', '/api/course/lessons/1/done', {}));
    expect([unmarked.streak, unmarked.lessons.some(({ done }) => done)]).toEqual([0, false]);
    expect((await browser.json('DELETE', '/api/course/lessons/1/done', {})).status).toBe(200);
  });

  it.each(['3', '84'])('is refused for lesson %s, which was not sent', async (place) => {
    const [, browser] = await anEveningReader();
    expect((await browser.post(`/api/course/lessons/${place}/done`, {})).body).toMatchObject({
      statusCode: 404,
      code: 'lesson_unknown',
    });
  });

  it('can be set after the course has stopped, because its lessons stay readable', async () => {
    const [reader, browser] = await anEveningReader();
    await prisma().$transaction((db) => stopCourse(db, reader.orderId, 'unsubscribed', now));
    expect((await browser.post('/api/course/lessons/2/done', {})).status).toBe(200);
  });
});
