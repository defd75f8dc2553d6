import { courseView, lessonText, type OpenCourseView } from '@course/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { query } from '../../../test/database.ts';
import { aReader, openedBy, type TestReader } from '../../../test/reader.ts';
import { COOKIE_KEY, sharedService, type Service } from '../../../test/service.ts';
import { bindReader } from './reader-cookie.ts';
import { hashToken } from '../links/links.ts';
import { DAY_MS } from '../../platform/clock.ts';

let service: Service;
let now = new Date();
beforeAll(async () => {
  service = await sharedService(() => now);
});

const viewIn = async (browser: Browser): Promise<OpenCourseView> => {
  const view = courseView.parse((await browser.get('/api/course')).body);
  if (view.is !== 'open') throw new Error('the course is closed');
  return view;
};

describe('the reader’s cookie', () => {
  it('is hidden from scripts and other routes, and lasts 30 days', async () => {
    const reader = await aReader(service);
    const { headers } = await new Browser(service.url).post('/api/course/session', { token: reader.token('read') });
    const [cookie = ''] = headers.getSetCookie();
    expect(cookie.split('; ').slice(1).sort()).toEqual([
      'HttpOnly',
      `Max-Age=${30 * 86_400}`,
      'Path=/api/course',
      'SameSite=Lax',
    ]);
    expect(cookie).not.toContain(reader.token('read'));
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('is required', async () => {
    for (const path of ['/api/course', '/api/course/lessons/1', '/api/course/refund-request']) {
      expect((await new Browser(service.url).get(path)).body).toMatchObject({ statusCode: 401, code: 'link_missing' });
    }
  });

  it('can be checked without an error', async () => {
    expect((await new Browser(service.url).get('/api/course/session')).body).toEqual({ open: false, refund: false });
    const reader = await aReader(service);
    expect((await (await openedBy(service, reader)).get('/api/course/session')).body).toEqual({
      open: true,
      refund: false,
    });
    expect((await (await openedBy(service, reader, 'refund')).get('/api/course/session')).body).toEqual({
      open: false,
      refund: true,
    });
  });

  it.each([
    ['signed with another key', (cookie: string) => cookie, 'another-cookie-key-of-these-tests-001', new Date()],
    [
      'with a changed signature',
      (cookie: string) => cookie.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')),
      COOKIE_KEY,
      new Date(),
    ],
    ['from 31 days ago', (cookie: string) => cookie, COOKIE_KEY, new Date(Date.now() - 31 * DAY_MS)],
    ['without its timestamp', (cookie: string) => cookie.replace(/\.\d+\./, '.'), COOKIE_KEY, new Date()],
  ])('%s opens nothing', async (_what, forge, key, signedAt) => {
    const reader = await aReader(service);
    const browser = new Browser(service.url);
    browser.cookie = forge(
      bindReader(hashToken(reader.token('read')), { purpose: 'read', keys: [key], now: signedAt, secure: false }).split(
        ';',
      )[0] ?? '',
    );
    expect((await browser.get('/api/course')).status).toBe(401);
  });

  it('is removed when the reader closes the course on a shared device', async () => {
    const browser = await openedBy(service, await aReader(service));
    expect((await browser.json('DELETE', '/api/course/session', {})).body).toEqual({ open: false });
    expect((await browser.get('/api/course')).status).toBe(401);
  });

  it('opens nothing after that, even as a copy elsewhere, while other devices keep access', async () => {
    const reader = await aReader(service, { lessons: 1 });
    const earlier = now;
    const tablet = await openedBy(service, reader);
    now = new Date(now.getTime() + 60_000);
    const browser = await openedBy(service, reader);
    const copy = new Browser(service.url);
    copy.cookie = browser.cookie;
    await browser.json('DELETE', '/api/course/session', {});
    for (const path of ['/api/course', '/api/course/lessons/1', '/api/course/refund-request'])
      expect((await copy.get(path)).status).toBe(401);
    expect((await tablet.get('/api/course')).status).toBe(200);
    now = earlier;
  });

  it.each(['read', 'refund'] as const)(
    'of the purpose %s opens nothing once the order is refunded, and the response says why',
    async (purpose) => {
      const reader = await aReader(service, { lessons: 1 });
      const browser = await openedBy(service, reader, purpose);
      await query(
        `update funnel.orders set status = 'refunded', refunded_at = now(), refunded_cents = amount_cents where id = $1`,
        [reader.orderId],
      );
      const paths =
        purpose === 'read'
          ? ['/api/course', '/api/course/lessons/1', '/api/course/refund-request']
          : ['/api/course/refund-request'];
      for (const path of paths)
        expect((await browser.get(path)).body).toMatchObject({ statusCode: 401, code: 'course_refunded' });
      expect((await browser.get('/api/course/session')).body).toEqual({ open: false, refund: false, refunded: true });
      expect(
        (await new Browser(service.url).post('/api/course/session', { token: reader.token(purpose) })).body,
      ).toMatchObject({ statusCode: 401, code: 'course_refunded' });
    },
  );
});

describe('two orders in one browser', () => {
  const refund = ({ orderId }: TestReader) =>
    query(
      `update funnel.orders set status = 'refunded', refunded_at = now(), refunded_cents = amount_cents where id = $1`,
      [orderId],
    );
  const numberOf = async ({ orderId }: TestReader) =>
    String((await query('select number from funnel.orders where id = $1', [orderId]))[0]?.['number']);

  it('leave one course open, with its way to a refund, when the other is refunded', async () => {
    const [refunded, other] = [await aReader(service), await aReader(service)];
    const browser = await openedBy(service, refunded, 'refund');
    const { cookie } = browser;
    await refund(refunded);
    browser.cookie = `${cookie}; ${(await openedBy(service, other)).cookie}`;
    expect((await browser.get('/api/course/session')).body).toEqual({ open: true, refund: false });
    expect((await browser.get('/api/course/refund-request')).body).toMatchObject({ code: 'refund_link_missing' });
    expect((await browser.get('/api/course')).body).toMatchObject({ orderNumber: await numberOf(other) });
  });

  it('are kept apart: a page that shows one cannot change the other', async () => {
    const [shown, other] = [await aReader(service, { lessons: 1 }), await aReader(service, { lessons: 1 })];
    const browser = await openedBy(service, shown);
    browser.cookie = (await openedBy(service, other)).cookie;
    const order = `?order=${await numberOf(shown)}`;
    const calls: [string, string, object][] = [
      ['POST', '/api/course/lessons/1/done', {}],
      ['DELETE', '/api/course/lessons/1/done', {}],
      ['PATCH', '/api/course/schedule', { hour: 9 }],
      ['POST', '/api/course/pause', { until: '2027-01-01' }],
      ['DELETE', '/api/course/pause', {}],
      ['POST', '/api/course/next-lesson', {}],
    ];
    for (const [method, path, body] of calls)
      expect((await browser.json(method, path + order, body)).body).toMatchObject({
        statusCode: 409,
        code: 'other_order',
      });
    expect((await browser.get(`/api/course/lessons/1${order}`)).body).toMatchObject({ code: 'other_order' });
    expect(await query('select 1 from funnel.lesson_marks where order_id = $1', [other.orderId])).toEqual([]);
    const named = `/api/course/lessons/1/done?order=${await numberOf(other)}`;
    expect((await browser.post(named, {})).status).toBe(200);
  });
});

describe('the course page shows', () => {
  it('the lessons that were sent, newest first, and when the next one comes', async () => {
    const view = await viewIn(await openedBy(service, await aReader(service, { lessons: 3 })));
    expect(view).toMatchObject({ status: 'active', stopReason: null, days: 28 });
    expect(view.lessons.map(({ place }) => place)).toEqual([3, 2, 1]);
    expect(view.lessons.every(({ title, minutes }) => title !== '' && minutes !== 0)).toBe(true);
    expect(new Date(view.nextLessonAt ?? 0).getTime()).toBeGreaterThan(now.getTime());
    expect(new Date(view.readableUntil).getTime() - new Date(view.nextLessonAt ?? 0).getTime()).toBe(
      (28 - 3 - 1 + 30) * DAY_MS,
    );
  });

  it('a lesson that could not be delivered, but none that is still queued', async () => {
    const reader = await aReader(service, { lessons: 3 });
    await query(`update funnel.deliveries set status = 'queued', sent_at = null where order_id = $1 and place = 3`, [
      reader.orderId,
    ]);
    await query(`update funnel.deliveries set status = 'failed', sent_at = null where order_id = $1 and place = 2`, [
      reader.orderId,
    ]);
    const browser = await openedBy(service, reader);
    expect((await viewIn(browser)).lessons.map(({ place }) => place)).toEqual([2, 1]);
    expect((await browser.get('/api/course/lessons/3')).status).toBe(404);
  });

  it.each(['queued', 'cancelled'])('a lesson that bounced temporarily and is %s', async (status) => {
    const reader = await aReader(service, { lessons: 2 });
    await query(
      `update funnel.deliveries set status = $2, attempts = 1, sent_at = null, due_at = due_at + interval '1 day' where order_id = $1 and place = 2`,
      [reader.orderId, status],
    );
    const browser = await openedBy(service, reader);
    const { lessons } = await viewIn(browser);
    expect(lessons.map(({ place }) => place)).toEqual([2, 1]);
    expect(Date.parse(lessons[0]!.sentAt)).toBeLessThanOrEqual(Date.now());
    expect((await browser.get('/api/course/lessons/2')).status).toBe(200);
  });

  it('no name, no address, no answer', async () => {
    const reader = await aReader(service, { lessons: 1 });
    const [browser, refund] = [await openedBy(service, reader), await openedBy(service, reader, 'refund')];
    for (const [by, path] of [
      [browser, '/api/course'],
      [browser, '/api/course/lessons/1'],
      [refund, '/api/course/refund-request'],
    ] as const) {
      const { status, text } = await by.get(path);
      expect(status).toBe(200);
      for (const personal of [reader.email, 'Anna', 'Berlin', reader.orderId]) expect(text).not.toContain(personal);
    }
  });

  it.each([
    ['unsubscribed', 'unsubscribed'],
    ['bounced', 'bounced'],
    ['owner', 'other'],
  ])('why it stopped when it was %s, and the lessons so far', async (reason, shown) => {
    const reader = await aReader(service, { lessons: 2 });
    await query(
      `update funnel.courses set status = 'stopped', stop_reason = $2, next_due_at = null, stopped_at = now() where order_id = $1`,
      [reader.orderId, reason],
    );
    expect(await viewIn(await openedBy(service, reader))).toMatchObject({
      status: 'stopped',
      stopReason: shown,
      nextLessonAt: null,
      lessons: [{ place: 2 }, { place: 1 }],
    });
  });

  it('that the course is closed by a dispute, and no lesson', async () => {
    const reader = await aReader(service, { lessons: 2 });
    const browser = await openedBy(service, reader);
    await query(`update funnel.orders set status = 'disputed', disputed_at = now() where id = $1`, [reader.orderId]);
    expect(courseView.parse((await browser.get('/api/course')).body)).toMatchObject({
      is: 'closed',
      because: 'disputed',
    });
    expect((await browser.get('/api/course/lessons/1')).status).toBe(404);
  });

  it('that the course is over 30 days after the last lesson', async () => {
    const reader = await aReader(service, { plan: '1week', lessons: 7 });
    await query(
      `update funnel.courses set status = 'finished', finished_at = $2, next_due_at = null where order_id = $1`,
      [reader.orderId, now],
    );
    expect((await viewIn(await openedBy(service, reader))).status).toBe('finished');
    now = new Date(now.getTime() + 31 * DAY_MS);
    expect((await (await openedBy(service, reader)).get('/api/course')).body).toMatchObject({
      is: 'closed',
      because: 'over',
    });
    now = new Date();
  });
});

describe('a lesson', () => {
  it('can be read by its place in the reader’s own order', async () => {
    const browser = await openedBy(service, await aReader(service, { lessons: 2 }));
    const lesson = lessonText.parse((await browser.get('/api/course/lessons/1')).body);
    const [head] = (await viewIn(browser)).lessons.slice(-1);
    expect(lesson).toMatchObject({ place: 1, title: head?.title, minutes: head?.minutes });
    expect(lesson.html).toContain('<p>');
    expect(lesson.html).toContain('<h3>');
    expect(lesson.html).not.toMatch(/<h2|<script|<style| style=| id=| on\w+=/);
  });

  it.each([
    ['3', 404],
    ['0', 400],
    ['85', 400],
    ['1.5', 400],
    ['one', 400],
  ])('at place %s returns %i', async (place, status) => {
    const browser = await openedBy(service, await aReader(service, { lessons: 2 }));
    expect((await browser.get(`/api/course/lessons/${place}`)).status).toBe(status);
  });
});
