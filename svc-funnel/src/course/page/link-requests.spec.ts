import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { carriedBy } from '../sending/compose.ts';
import type { MailKind } from '../mails/mail.ts';
import { query } from '../../../test/database.ts';
import { aReader, openedBy, work, type TestReader } from '../../../test/reader.ts';
import { LINK_KEY, sharedService, type Service, startService } from '../../../test/service.ts';
import { PrismaService } from '../../platform/prisma.ts';
import type { Keys } from '@course/contracts/env';
import type { Redis } from '@course/service-kit';
import { REDIS } from '../../platform/tokens.ts';
import { mailLinks, type CarriedLinks } from '../links/link-store.ts';
import { requestHash } from './link-requests.service.ts';

let service: Service;
let now = new Date();
beforeAll(async () => {
  service = await sharedService(() => now);
});

const open = (token: string) => new Browser(service.url).post('/api/course/session', { token });
const ask = (email: string) => new Browser(service.url).post('/api/course/links', { email });
const renew = (email: string) =>
  work(service, 'renew-links', ({ requestHash: hash }) => hash === requestHash([LINK_KEY], email));
const mailsOf = ({ orderId }: TestReader) =>
  query(`select kind, details from funnel.deliveries where order_id = $1 and kind = 'course_link'`, [orderId]);

describe('a link', () => {
  it('is stored as a hash and nothing else', async () => {
    const reader = await aReader(service);
    const [row] = await query(
      `select links::text as row from funnel.course_links as links where order_id = $1 and purpose = 'read'`,
      [reader.orderId],
    );
    expect(row?.['row']).not.toContain(reader.token('read'));
    expect((await open(reader.token('read'))).status).toBe(200);
  });

  it('of another purpose does not open the course', async () => {
    const reader = await aReader(service);
    expect((await open(reader.token('unsubscribe'))).body).toMatchObject({ statusCode: 404, code: 'link_unknown' });
  });

  it.each([
    ['unknown', 'A'.repeat(43), 404],
    ['too short', 'A'.repeat(42), 400],
    ['of other characters', `${'A'.repeat(42)}=`, 400],
  ])('that is %s is refused', async (_what, token, status) => {
    expect((await open(token)).status).toBe(status);
  });

  it('leaves no trace in the log', async () => {
    const reader = await aReader(service);
    await open(reader.token('read'));
    await new Browser(service.url).post(`/api/unsubscribe/${reader.token('unsubscribe')}`, {});
    await ask(reader.email);
    for (const secret of [reader.token('read'), reader.token('unsubscribe'), reader.email])
      expect(service.log()).not.toContain(secret);
  });
});

describe('requesting a new link', () => {
  let reader: TestReader;
  beforeEach(async () => {
    reader = await aReader(service);
  });

  it('gets the same response and causes the same work whether the address is known or not', async () => {
    const unknown = `nobody-${reader.email}`;
    const [known, other] = [await ask(reader.email), await ask(unknown)];
    expect([known.status, known.text]).toEqual([202, '{"accepted":true}']);
    expect([other.status, other.text]).toEqual([known.status, known.text]);
    expect(await mailsOf(reader)).toEqual([]);
    expect([await renew(reader.email), await renew(unknown)]).toEqual([1, 1]);
    expect(await mailsOf(reader)).toEqual([{ kind: 'course_link', details: { purpose: 'course' } }]);
  });

  it('puts no address into the queue', async () => {
    await ask(reader.email);
    const jobs = await query(
      'select payload::text as payload, key from graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs))',
    );
    expect(JSON.stringify(jobs)).not.toContain(reader.email.split('@')[0]);
  });

  it('ends no link by itself, so that nobody can lock a reader out by knowing the address', async () => {
    const browser = await openedBy(service, reader);
    for (let round = 0; round < 3; round += 1) {
      await ask(reader.email);
      await renew(reader.email);
    }
    expect((await browser.get('/api/course')).status).toBe(200);
    expect((await open(reader.token('read'))).status).toBe(200);
    expect(
      await query('select count(*)::int as live from funnel.course_links where order_id = $1 and ended_at is null', [
        reader.orderId,
      ]),
    ).toEqual([{ live: 4 }]);
  });

  it('ends the old links, and all access opened with them, once the new one is opened', async () => {
    const [browser, refund] = [await openedBy(service, reader), await openedBy(service, reader, 'refund')];
    now = new Date(now.getTime() + 60_000);
    await ask(reader.email);
    await renew(reader.email);
    expect((await open(reader.token('read', 2))).status).toBe(200);
    expect((await browser.get('/api/course')).body).toMatchObject({ statusCode: 401, code: 'link_missing' });
    expect((await refund.get('/api/course/refund-request')).status).toBe(401);
    expect((await open(reader.token('read'))).status).toBe(404);
    expect((await open(reader.token('refund'))).status).toBe(404);
  });

  it('keeps the link in lessons until the new one is opened', async () => {
    await ask(reader.email);
    await renew(reader.email);
    const links = (carried?: CarriedLinks) =>
      service.app
        .get(PrismaService)
        .$transaction((db) =>
          mailLinks(
            db,
            { publicUrl: 'https://course.example', course: { linkKeys: [LINK_KEY] } },
            reader.orderId,
            new Date(),
            carried,
          ),
        );
    expect((await links()).courseUrl).toContain(reader.token('read'));
    expect((await links({ requested: 'read' })).courseUrl).toContain(reader.token('read', 2));
    await open(reader.token('read', 2));
    expect((await links()).courseUrl).toContain(reader.token('read', 2));
  });

  it('for both pages before either is mailed sends both mails', async () => {
    await ask(reader.email);
    await new Browser(service.url).post('/api/course/links', { email: reader.email, purpose: 'refund' });
    expect(await renew(reader.email)).toBe(2);
    expect((await mailsOf(reader)).map(({ details }) => details)).toEqual(
      expect.arrayContaining([{ purpose: 'course' }, { purpose: 'refund' }]),
    );
  });

  it('for the refund page mails a link of that purpose', async () => {
    await new Browser(service.url).post('/api/course/links', { email: reader.email, purpose: 'refund' });
    await renew(reader.email);
    expect(await mailsOf(reader)).toEqual([{ kind: 'course_link', details: { purpose: 'refund' } }]);
    expect((await open(reader.token('refund', 2))).status).toBe(200);
    expect((await open(reader.token('refund'))).status).toBe(404);
    expect((await open(reader.token('read'))).status).toBe(200);
  });

  it('keeps the unsubscribe links of earlier mails working', async () => {
    await ask(reader.email);
    await renew(reader.email);
    expect((await new Browser(service.url).post(`/api/unsubscribe/${reader.token('unsubscribe')}`, {})).status).toBe(
      200,
    );
  });

  it('ignores the case of the address, and covers each of its courses', async () => {
    const second = await aReader(service, { email: reader.email.toUpperCase() });
    await ask(reader.email);
    await renew(reader.email);
    expect([(await mailsOf(reader)).length, (await mailsOf(second)).length]).toEqual([1, 1]);
  });

  it('twice in a row causes one renewal', async () => {
    await ask(reader.email);
    await ask(reader.email);
    expect(await renew(reader.email)).toBe(1);
  });

  it('sends nothing to an erased reader', async () => {
    await query(
      `update funnel.courses set status = 'stopped', stop_reason = 'erased', next_due_at = null where order_id = $1`,
      [reader.orderId],
    );
    await ask(reader.email);
    await renew(reader.email);
    expect(await mailsOf(reader)).toEqual([]);
    expect((await open(reader.token('read'))).status).toBe(404);
  });

  it.each([
    [{}],
    [{ email: 'nobody' }],
    [{ email: 'a@b.example', purpose: 'other' }],
    [{ email: 'a@b.example', orderId: '1' }],
  ])('with %j returns 400', async (body) => {
    expect((await new Browser(service.url).post('/api/course/links', body)).status).toBe(400);
  });

  it('is limited by the address, known or not, wherever the requests come from', async () => {
    const limited = await startService({ env: { RATE_LIMITS: 'on' } });
    // Until Redis is ready, each process counts for itself.
    await expect.poll(() => limited.app.get<Redis>(REDIS).isReady).toBe(true);
    const askFrom = (ip: string, email: string) =>
      new Browser(limited.url, { 'x-forwarded-for': ip }).post('/api/course/links', { email });
    const statuses = async (email: string, net: string): Promise<number[]> => {
      const all: number[] = [];
      for (let index = 1; index <= 4; index += 1) all.push((await askFrom(`${net}.${index}`, email)).status);
      return all;
    };
    expect(await statuses(reader.email, '192.0.2')).toEqual([202, 202, 202, 429]);
    expect(await statuses(`x-${reader.email}`, '198.51.100')).toEqual([202, 202, 202, 429]);
    await limited.stop();
  });
});

describe('the links of a mail', () => {
  const env = (linkKeys: Keys) => ({ publicUrl: 'https://course.example', course: { linkKeys } });
  const NEW_KEY = 'a-new-link-key-of-these-tests-000001';
  const linksWith = (keys: Keys, { orderId }: TestReader) =>
    service.app.get(PrismaService).$transaction((db) => mailLinks(db, env(keys), orderId, new Date()));

  it('carry tokens in fragments, except for the one-click URL', async () => {
    const reader = await aReader(service);
    const [read, leave] = [reader.token('read'), reader.token('unsubscribe')];
    expect(await linksWith([LINK_KEY], reader)).toEqual({
      courseUrl: `https://course.example/course#t=${read}`,
      refundUrl: null,
      undoUrl: null,
      objectionUrl: null,
      unsubscribeUrl: `https://course.example/unsubscribe#t=${leave}.${read}`,
      resumeUrl: `https://course.example/unsubscribe#t=${leave}.${read}.stopped`,
      oneClickUrl: `https://course.example/api/unsubscribe/${leave}`,
    });
  });

  it('include a refund link only in the kinds of mail that have one', async () => {
    const reader = await aReader(service);
    const delivery = (kind: MailKind, details: unknown = null) =>
      service.app
        .get(PrismaService)
        .$transaction((db) =>
          mailLinks(db, env([LINK_KEY]), reader.orderId, new Date(), carriedBy({ kind, details }) ?? {}),
        );
    const refundUrl = `https://course.example/refund-request#t=${reader.token('refund')}`;
    expect((await delivery('lesson')).refundUrl).toBeNull();
    expect((await delivery('stopped')).refundUrl).toBeNull();
    expect((await delivery('confirmation')).refundUrl).toBe(refundUrl);
    expect((await delivery('course_link', { purpose: 'course' })).refundUrl).toBeNull();
    expect((await delivery('course_link', { purpose: 'refund' })).refundUrl).toBe(refundUrl);
  });

  it('of orders older than the refund link are created when a mail first carries them', async () => {
    const reader = await aReader(service);
    await query(`delete from funnel.course_links where order_id = $1 and purpose = 'refund'`, [reader.orderId]);
    const { refundUrl } = await service.app
      .get(PrismaService)
      .$transaction((db) => mailLinks(db, env([LINK_KEY]), reader.orderId, new Date(), { also: ['refund'] }));
    expect(refundUrl).toContain(reader.token('refund'));
    expect((await open(reader.token('refund'))).status).toBe(200);
    expect((await open(reader.token('read'))).status).toBe(200);
  });

  it('stay the same when a new key is put before the old one', async () => {
    const reader = await aReader(service);
    expect(await linksWith([NEW_KEY, LINK_KEY], reader)).toEqual(await linksWith([LINK_KEY], reader));
  });

  it('are replaced once their key is removed, and the old ones end', async () => {
    const reader = await aReader(service);
    const { courseUrl } = await linksWith([NEW_KEY], reader);
    expect((await open(reader.token('read'))).status).toBe(404);
    expect((await open(courseUrl.split('#t=')[1] ?? '')).status).toBe(200);
    expect(await linksWith([NEW_KEY], reader)).toMatchObject({ courseUrl });
  });
});
