import { planCourse, weeksOf } from '@course/funnel/course';
import { randomUUID } from 'node:crypto';
import { firstStepConsent, PLANS } from '@course/funnel';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aVisitor, Browser } from '../../../test/browser.ts';
import { query, type Row } from '../../../test/database.ts';
import { anOpenCheckout } from '../../../test/events.ts';
import { hold } from '../../../test/hold.ts';
import { anOrder } from '../../../test/orders.ts';
import { LINK_KEY, SENDING, sharedService, type Service, startService } from '../../../test/service.ts';
import { PrismaService } from '../../platform/prisma.ts';
import { forgetFirstSteps, forgetSessions } from '../../retention/forget.ts';
import type { FirstStepKind } from '../deliveries/queue-mail.ts';
import { MailError } from '../mails/mail-error.ts';
import type { OutgoingMail } from '../mails/mailer.ts';
import { Composer } from '../sending/compose.ts';
import { stopAddress } from '../deliveries/stopped-addresses.ts';
import { sendTask } from '../sending/send.ts';
import { firstStepToken, type FirstStepPurpose } from './links.ts';
import { queueReminders } from './reminders.ts';
import { ask, liftBounced } from './requests.ts';
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts';

const VERSION = firstStepConsent().version;

let service: Service;
let prisma: PrismaService;
let now = new Date();
beforeAll(async () => {
  service = await sharedService(() => now);
  prisma = service.app.get(PrismaService);
});
beforeEach(() => {
  now = new Date();
});

const advanceClock = (ms: number): void => {
  now = new Date(now.getTime() + ms);
};

const requestsOf = (email: string): Promise<Row[]> =>
  query('select * from funnel.first_steps where lower(email) = lower($1) order by created_at, id', [email]);
const mailsOf = async (email: string): Promise<Row[]> =>
  query(
    `select mail.id, mail.kind, mail.status from funnel.deliveries as mail join funnel.first_steps as request on request.id = first_step_id
     where lower(request.email) = lower($1) order by mail.created_at, mail.kind desc`,
    [email],
  );
const kindsOf = async (email: string): Promise<unknown[]> => (await mailsOf(email)).map(({ kind }) => kind);

/** A visitor who has entered an address and can tick the box. */
async function aLead(email = `lead-${randomUUID()}@example.com`) {
  const { browser, id: sessionId } = await aVisitor(service.url, email);
  const tick = (address = email, consentVersion: string | null = VERSION) =>
    browser.post('/api/first-step', { email: address, consentVersion });
  const tokenOf = async (purpose: FirstStepPurpose, address = email): Promise<string> =>
    firstStepToken([LINK_KEY], purpose, String((await requestsOf(address))[0]?.['id']));
  return { email, browser, sessionId, tick, tokenOf };
}

/** A visitor who ticked the box and confirmed. */
async function aConfirmedLead() {
  const lead = await aLead();
  await lead.tick();
  expect((await confirm(await lead.tokenOf('confirm'))).body).toEqual({ status: 'confirmed' });
  return lead;
}

const confirm = (token: string) => new Browser(service.url).post('/api/first-step/confirm', { token });
const leave = (token: string) => new Browser(service.url).post(`/api/first-step/unsubscribe/${token}`, {});

/** Sends the mails queued for an address, as the worker does, and returns them. */
async function send(email: string, refuse?: MailError): Promise<OutgoingMail[]> {
  const sent: OutgoingMail[] = [];
  const composer = service.app.get(Composer, { strict: false });
  const task = sendTask({
    ...SENDING,
    prisma,
    clock: () => now,
    compose: (delivery) => composer.compose(delivery),
    mailer: {
      send: (mail) => {
        sent.push(mail);
        return refuse ? Promise.reject(refuse) : Promise.resolve();
      },
    },
  });
  for (const { id, status } of await mailsOf(email))
    if (status === 'queued') await task({ deliveryId: String(id) }, { attempt: 1, isLast: false });
  return sent;
}

describe('the box on /email', () => {
  it('stores the consent with its wording, time, session and address, and sends one mail to confirm it', async () => {
    const { email, tick, sessionId } = await aLead();
    expect(await tick()).toMatchObject({ status: 202, body: { accepted: true } });
    expect(await requestsOf(email)).toMatchObject([
      { session_id: sessionId, email, consent_version: VERSION, consented_at: now, confirmed_at: null, ended_at: null },
    ]);
    const [mail, ...others] = await send(email);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: email, subject: expect.stringContaining('confirm') });
    expect(mail?.oneClickUrl).toMatch(/\/api\/first-step\/unsubscribe\/[\w-]{43}$/);
  });

  it('causes one request and one mail, however often it is sent, even concurrently', async () => {
    const { email, tick } = await aLead();
    const answers = await Promise.all(Array.from({ length: 5 }, () => tick()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    await tick(email.toUpperCase());
    expect(await requestsOf(email)).toHaveLength(1);
    expect(await kindsOf(email)).toEqual(['first_step_confirm']);
  });

  it('mails an address once if several visitors enter it, and gives them the same response', async () => {
    const { email, tick } = await aLead();
    const first = await tick();
    const others = await Promise.all([aLead(), aLead(), aLead()]);
    const answers = await Promise.all(others.map((other) => other.tick(email)));
    expect(answers.map(({ status, text }) => [status, text])).toEqual(others.map(() => [first.status, first.text]));
    expect(await kindsOf(email)).toEqual(['first_step_confirm']);
    advanceClock(7 * DAY_MS + 1);
    await (await aLead()).tick(email);
    expect(await kindsOf(email)).toEqual(['first_step_confirm', 'first_step_confirm']);
  });

  it('mails such an address once even for concurrent requests', async () => {
    const email = `shared-${randomUUID()}@example.com`;
    const leads = await Promise.all(Array.from({ length: 4 }, () => aLead()));
    await Promise.all(leads.map(({ tick }) => tick(email)));
    expect(await requestsOf(email)).toHaveLength(4);
    expect(await kindsOf(email)).toEqual(['first_step_confirm']);
  });

  it('withdraws the consent when it is unticked, and does not send the queued mail', async () => {
    const { email, tick } = await aLead();
    await tick();
    await tick(email, null);
    expect(await requestsOf(email)).toMatchObject([{ end_reason: 'withdrawn' }]);
    expect(await send(email)).toEqual([]);
    await tick();
    expect(await send(email)).toHaveLength(1);
  });

  it('refuses an address that no mail can reach, but not its withdrawal', async () => {
    const { tick } = await aLead();
    expect((await tick('anna@gmail')).body).toMatchObject({ statusCode: 400, code: 'undeliverable_address' });
    expect(await requestsOf('anna@gmail')).toEqual([]);
    expect(await tick('anna@gmail', null)).toMatchObject({ status: 202 });
  });

  it('requires a session', async () => {
    const answer = await new Browser(service.url).post('/api/first-step', { email: 'a@b.c', consentVersion: VERSION });
    expect(answer.body).toMatchObject({ statusCode: 403, code: 'session_missing' });
  });

  it.each([
    [{}],
    [{ email: 'nobody', consentVersion: VERSION }],
    [{ email: 'a@b.example' }],
    [{ email: 'a@b.example', consentVersion: '' }],
    [{ email: 'a@b.example', consentVersion: VERSION, sessionId: 'session_1' }],
  ])('with %j returns 400', async (body) => {
    const { browser } = await aLead();
    expect((await browser.post('/api/first-step', body)).status).toBe(400);
  });

  it('is rate-limited by caller', async () => {
    const limited = await startService({ env: { RATE_LIMITS: 'on' } });
    try {
      const { browser } = await aVisitor(limited.url);
      const statuses: number[] = [];
      for (let n = 0; n < 11; n += 1)
        statuses.push(
          (await browser.post('/api/first-step', { email: `a-${n}-${randomUUID()}@example.com`, consentVersion: null }))
            .status,
        );
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 202), 429]);
    } finally {
      await limited.stop();
    }
  });

  it('must be confirmed once confirmations are required, even if they were not at an earlier consent', async () => {
    const { email, sessionId, tick } = await aLead();
    const config = { doubleOptIn: false, reminderHours: 0 };
    await prisma.$transaction((db) => ask(db, { sessionId, email, consentVersion: 'direct', now, config }));
    await tick(email, null);
    advanceClock(HOUR_MS);
    await tick();
    expect(await send(email)).toMatchObject([{ subject: expect.stringContaining('confirm') }]);
  });

  it('is confirmed once, however often the box is unticked and ticked again', async () => {
    const { email, tick, tokenOf } = await aLead();
    await tick();
    advanceClock(HOUR_MS);
    await confirm(await tokenOf('confirm'));
    for (let times = 0; times < 2; times += 1) {
      advanceClock(HOUR_MS);
      await tick(email, null);
      await tick();
    }
    expect(await requestsOf(email)).toMatchObject([{ confirmed_at: expect.any(Date), ended_at: null }]);
    expect(await kindsOf(email)).toEqual(['first_step_confirm', 'first_step']);
  });

  it('sends lesson 1 at once if no confirmation is required', async () => {
    const { email, sessionId } = await aLead();
    const config = { doubleOptIn: false, reminderHours: 0 };
    await prisma.$transaction((db) => ask(db, { sessionId, email, consentVersion: 'direct', now, config }));
    expect(await requestsOf(email)).toMatchObject([{ confirmed_at: now }]);
    expect(await kindsOf(email)).toEqual(['first_step']);
  });
});

describe('another address', () => {
  it('needs its own consent, and nothing more goes to the previous one', async () => {
    const { email, tick, browser, sessionId, tokenOf } = await aLead();
    await tick();
    const token = await tokenOf('confirm');
    await browser.patch(`/api/sessions/${sessionId}`, { email: `new-${email}` });
    expect((await confirm(token)).body).toEqual({ status: 'ended' });
    expect(await send(email)).toEqual([]);
    await tick(`new-${email}`);
    expect(await requestsOf(email)).toMatchObject([{ end_reason: 'replaced' }]);
    expect(await send(`new-${email}`)).toHaveLength(1);
  });

  it('makes the first mail’s link work again when it is changed back', async () => {
    const { email, tick, tokenOf } = await aLead();
    await tick();
    await send(email);
    await tick(`typo-${email}`);
    expect((await confirm(await tokenOf('confirm'))).body).toEqual({ status: 'ended' });
    await tick();
    expect(await requestsOf(email)).toHaveLength(1);
    expect((await confirm(await tokenOf('confirm'))).body).toEqual({ status: 'confirmed' });
    expect(await kindsOf(email)).toEqual(['first_step_confirm', 'first_step']);
  });
});

describe('confirming', () => {
  it('sends lesson 1 and the plan for the visitor’s answers, once', async () => {
    const { email, tick, browser, sessionId, tokenOf } = await aLead();
    await browser.patch(`/api/sessions/${sessionId}`, { name: 'Ada' });
    await browser.post('/api/responses', { sessionId, questionNumber: 'q15', answerValue: '["business"]' });
    await tick();
    await send(email);
    const token = await tokenOf('confirm');
    const answers = await Promise.all([confirm(token), confirm(token), confirm(token)]);
    expect(answers.map(({ body }) => body)).toEqual(answers.map(() => ({ status: 'confirmed' })));
    expect(await kindsOf(email)).toEqual(['first_step_confirm', 'first_step']);
    const [mail, ...others] = await send(email);
    expect(others).toEqual([]);
    expect(mail?.to).toBe(email);
    expect(mail?.text).toContain('Hi Ada,');
    const weeks = weeksOf(planCourse({ q15: '["business"]' }, 28));
    for (const [at, titles] of weeks.entries()) expect(mail?.text).toContain(`Week ${at + 1}: ${titles.join(' · ')}`);
    expect(mail?.text).toMatch(/Your exercise/);
    expect(mail?.oneClickUrl).toBeDefined();
    expect(Buffer.byteLength(mail?.html ?? '')).toBeLessThan(30_000);
    expect((await confirm(token)).body).toEqual({ status: 'confirmed' });
    expect(await send(email)).toEqual([]);
  });

  it('takes more than opening the link', async () => {
    const { tick, tokenOf, email } = await aLead();
    await tick();
    const token = await tokenOf('confirm');
    for (const path of ['/api/first-step/confirm', `/api/first-step/confirm/${token}`, `/api/first-step?t=${token}`])
      expect((await new Browser(service.url).get(path)).status).toBe(404);
    expect(await requestsOf(email)).toMatchObject([{ confirmed_at: null }]);
  });

  it.each([
    ['the unsubscribe link', async ({ tokenOf }: Awaited<ReturnType<typeof aLead>>) => tokenOf('leave')],
    ['a made-up token', async () => 'A'.repeat(43)],
    [
      'a token of another key',
      async () => firstStepToken(['another-key-of-these-tests-00000001'], 'confirm', randomUUID()),
    ],
    ['the token of a deleted request', async () => firstStepToken([LINK_KEY], 'confirm', randomUUID())],
  ])('with %s is refused', async (_what, tokenOf) => {
    const lead = await aLead();
    await lead.tick();
    expect((await confirm(await tokenOf(lead))).body).toMatchObject({ statusCode: 404, code: 'link_unknown' });
    expect(await requestsOf(lead.email)).toMatchObject([{ confirmed_at: null }]);
  });

  it('is possible for a week', async () => {
    const { tick, tokenOf } = await aLead();
    await tick();
    advanceClock(7 * DAY_MS + 1);
    expect((await confirm(await tokenOf('confirm'))).body).toEqual({ status: 'ended' });
  });

  it('sends nothing to a visitor who has bought in the meantime, because the course includes lesson 1', async () => {
    const { email, tick, tokenOf } = await aLead();
    await tick();
    await anOrder({ email });
    expect((await confirm(await tokenOf('confirm'))).body).toEqual({ status: 'ended' });
    expect(await kindsOf(email)).toEqual(['first_step_confirm']);
  });
});

describe('unsubscribing', () => {
  it('by a mail program’s one click cancels queued and future mails', async () => {
    const { email, tokenOf } = await aConfirmedLead();
    const oneClick = await new Browser(service.url, { origin: 'https://mail.example' }).send(
      'POST',
      `/api/first-step/unsubscribe/${await tokenOf('leave')}`,
      { body: 'List-Unsubscribe=One-Click', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    );
    expect(oneClick).toMatchObject({ status: 200, body: { status: 'unsubscribed' } });
    expect(await send(email)).toEqual([]);
    expect(await requestsOf(email)).toMatchObject([{ end_reason: 'unsubscribed' }]);
    expect((await leave(await tokenOf('leave'))).status).toBe(200);
  });

  it('is final for this visitor, and for an address that never confirmed', async () => {
    const { email, tick, tokenOf } = await aLead();
    await tick();
    await send(email);
    await leave(await tokenOf('leave'));
    expect((await confirm(await tokenOf('confirm'))).body).toEqual({ status: 'ended' });
    await tick();
    advanceClock(8 * DAY_MS);
    await (await aLead(email)).tick();
    expect(await send(email)).toEqual([]);
  });

  it('also counts after the visitor has unticked the box', async () => {
    const { email, tick, tokenOf } = await aLead();
    await tick();
    await send(email);
    await tick(email, null);
    expect((await leave(await tokenOf('leave'))).status).toBe(200);
    expect(await requestsOf(email)).toMatchObject([{ end_reason: 'unsubscribed' }]);
    await tick();
    advanceClock(8 * DAY_MS);
    await (await aLead(email)).tick();
    expect(await send(email)).toEqual([]);
  });

  it('is final for an address that did not have to confirm', async () => {
    const { email, sessionId, tokenOf } = await aLead();
    const config = { doubleOptIn: false, reminderHours: 0 };
    await prisma.$transaction((db) => ask(db, { sessionId, email, consentVersion: 'direct', now, config }));
    await send(email);
    await leave(await tokenOf('leave'));
    advanceClock(8 * DAY_MS);
    await (await aLead(email)).tick();
    expect(await send(email)).toEqual([]);
  });

  it('does not keep a reader who had confirmed from asking again in another browser', async () => {
    const { email, tick, tokenOf } = await aLead();
    await tick();
    advanceClock(HOUR_MS);
    await confirm(await tokenOf('confirm'));
    await leave(await tokenOf('leave'));
    advanceClock(8 * DAY_MS);
    await (await aLead(email)).tick();
    expect(await send(email)).toMatchObject([{ subject: expect.stringContaining('confirm') }]);
  });

  it('with the confirmation link or an unknown one is refused', async () => {
    const { email, tick, tokenOf } = await aLead();
    await tick();
    for (const token of [await tokenOf('confirm'), 'A'.repeat(43)]) expect((await leave(token)).status).toBe(404);
    expect(await requestsOf(email)).toMatchObject([{ ended_at: null }]);
  });

  it('happens automatically when the address rejects mail', async () => {
    const { email, tick } = await aLead();
    await tick();
    await send(email, new MailError('permanent', 'refused 550 5.1.1'));
    expect(await requestsOf(email)).toMatchObject([{ end_reason: 'bounced' }]);
    expect(await mailsOf(email)).toMatchObject([{ kind: 'first_step_confirm', status: 'failed' }]);
  });

  it('locks the request before its mail, as everything that ends a request does', async () => {
    const { email, tick } = await aLead();
    await tick();
    const [mail] = await mailsOf(email);
    const request = await hold('select 1 from funnel.first_steps where email = $1 for update', [email]);
    const sending = send(email, new MailError('permanent', 'refused 550 5.1.1'));
    await expect.poll(() => request.waiting()).toBe(1);
    await query('select 1 from funnel.deliveries where id = $1 for update nowait', [mail?.['id']]);
    await request.letGo();
    await sending;
    expect(await mailsOf(email)).toMatchObject([{ status: 'failed' }]);
  });

  it('is final for every visitor when a confirmed address rejects mail', async () => {
    const { email, tick, tokenOf } = await aLead();
    await tick();
    await send(email);
    advanceClock(HOUR_MS);
    await confirm(await tokenOf('confirm'));
    await send(email, new MailError('permanent', 'refused 550 5.1.1'));
    advanceClock(8 * DAY_MS);
    await (await aLead(email)).tick();
    expect(await send(email)).toEqual([]);
  });

  it('is over once the owner has lifted it: visitors may ask again, and nothing is sent before', async () => {
    const { email, tick } = await aLead();
    await tick();
    await send(email, new MailError('permanent', 'refused 550 5.1.1'));
    expect(await liftBounced(prisma, email.toUpperCase(), now)).toBe(true);
    expect([await liftBounced(prisma, email, now), await send(email)]).toEqual([false, []]);
    await tick();
    expect(await send(email)).toMatchObject([{ subject: expect.stringContaining('confirm') }]);
    advanceClock(8 * DAY_MS);
    await (await aLead(email)).tick();
    expect(await send(email)).toMatchObject([{ subject: expect.stringContaining('confirm') }]);
  });

  it.each([
    ['bounced', 'bounced'],
    ['complained', 'unsubscribed'],
  ] as const)('happens automatically when the address is stopped because it %s', async (stop, reason) => {
    const { email, tick } = await aLead();
    await tick();
    await stopAddress(prisma, [LINK_KEY], { address: email, reason: stop, status: null, now });
    expect(await send(email)).toEqual([]);
    expect(await requestsOf(email)).toMatchObject([{ end_reason: reason }]);
  });
});

describe('the reminder of an unfinished checkout', () => {
  const remind = (hours = 24) => queueReminders(prisma, now, { reminderHours: hours });
  const reminders = async (email: string): Promise<number> =>
    (await kindsOf(email)).filter((kind) => kind === ('checkout_reminder' satisfies FirstStepKind)).length;
  const opened = (sessionId: string, row: Row = {}) => anOpenCheckout(sessionId, { created_at: now, ...row });

  it('goes once, a day later, with the price that was shown and no made-up deadline', async () => {
    const { email, sessionId } = await aConfirmedLead();
    await send(email);
    await opened(sessionId);
    advanceClock(DAY_MS - 1);
    await remind();
    expect(await reminders(email)).toBe(0);
    advanceClock(1);
    await Promise.all([remind(), remind()]);
    expect(await reminders(email)).toBe(1);
    const [mail] = await send(email);
    const seen = (PLANS.find(({ key }) => key === '4week')?.discountedCents ?? 0) / 100;
    expect(mail?.text).toContain(`$${seen.toFixed(2)} and left it open`);
    expect(mail?.text).not.toMatch(/until|ends|expires|hurry/i);
    expect(mail?.text).toContain('/sales002?plan=4week');
    expect(mail?.text).not.toContain(email);
    expect(mail?.oneClickUrl).toBeDefined();
    advanceClock(HOUR_MS);
    await query(`update funnel.checkouts set status = 'expired' where session_id = $1`, [sessionId]);
    await opened(sessionId);
    advanceClock(DAY_MS);
    await remind();
    expect(await reminders(email)).toBe(1);
  });

  it('waits a day after a confirmation that came later than the checkout', async () => {
    const { email, sessionId, tick, tokenOf } = await aLead();
    await tick();
    await opened(sessionId, { status: 'expired' });
    advanceClock(DAY_MS);
    await confirm(await tokenOf('confirm'));
    await remind();
    expect(await reminders(email)).toBe(0);
    advanceClock(DAY_MS);
    await remind();
    expect(await reminders(email)).toBe(1);
  });

  it.each<[string, (lead: Awaited<ReturnType<typeof aLead>>) => Promise<unknown>]>([
    ['the visitor unsubscribed', async ({ tokenOf }) => leave(await tokenOf('leave'))],
    ['the consent was withdrawn', ({ tick, email }) => tick(email, null)],
    [
      'the address was changed',
      ({ browser, sessionId }) => browser.patch(`/api/sessions/${sessionId}`, { email: 'b@b.b' }),
    ],
    ['the address has an order', ({ email }) => anOrder({ email: email.toUpperCase() })],
    [
      'an order of the address was refunded',
      async ({ email }) => {
        const { id } = await anOrder({ email });
        await query(`update funnel.orders set status = 'refunded' where id = $1`, [id]);
      },
    ],
    [
      'a payment is under way',
      ({ sessionId }) => query(`update funnel.checkouts set status = 'processing' where session_id = $1`, [sessionId]),
    ],
    [
      'the checkout was paid',
      ({ sessionId }) => query(`update funnel.checkouts set status = 'paid' where session_id = $1`, [sessionId]),
    ],
  ])('does not go if %s, whether before or after it is queued', async (_case, happen) => {
    const [before, after] = [await aConfirmedLead(), await aConfirmedLead()];
    for (const { sessionId, email } of [before, after]) {
      await send(email);
      await opened(sessionId);
    }
    await happen(before);
    advanceClock(DAY_MS);
    await remind();
    expect([await reminders(before.email), await reminders(after.email)]).toEqual([0, 1]);
    await happen(after);
    expect(await send(after.email)).toEqual([]);
  });

  it('does not go if the wording of the consent did not announce it', async () => {
    const { email, sessionId, tick, tokenOf } = await aLead();
    await tick(email, firstStepConsent({ doubleOptIn: true, reminderHours: 0 }).version);
    await confirm(await tokenOf('confirm'));
    const [lesson] = await send(email);
    expect(lesson?.text).toContain('Nothing follows by itself');
    await opened(sessionId);
    advanceClock(DAY_MS);
    await remind();
    expect(await reminders(email)).toBe(0);
  });

  it('does not go for a checkout that the provider refused to open', async () => {
    const { email, sessionId } = await aConfirmedLead();
    await opened(sessionId, { status: 'failed' });
    advanceClock(DAY_MS);
    await remind();
    expect(await reminders(email)).toBe(0);
  });

  it('does not go without a confirmation, without a checkout, days too late, or if the owner has disabled it', async () => {
    const [unconfirmed, idle, late, off] = [
      await aLead(),
      await aConfirmedLead(),
      await aConfirmedLead(),
      await aConfirmedLead(),
    ];
    await unconfirmed.tick();
    for (const { sessionId } of [unconfirmed, late, off]) await opened(sessionId);
    advanceClock(DAY_MS);
    expect(await remind(0)).toBe(0);
    advanceClock(2 * DAY_MS + 1);
    await remind();
    for (const { email } of [unconfirmed, idle, late, off]) expect(await reminders(email)).toBe(0);
  });
});

it('requests are deleted: unconfirmed ones after a week, confirmed and refused ones 180 days after their last change', async () => {
  const [unconfirmed, confirmed, refused] = [await aLead(), await aConfirmedLead(), await aLead()];
  await unconfirmed.tick();
  await refused.tick();
  await leave(await refused.tokenOf('leave'));
  const ages = { unconfirmedDays: 7, days: 180 };
  const kept = async () =>
    (await Promise.all([unconfirmed, confirmed, refused].map(({ email }) => requestsOf(email)))).map(
      (rows) => rows.length,
    );
  await forgetFirstSteps(prisma, ages, new Date(now.getTime() + 7 * DAY_MS - 1));
  expect(await kept()).toEqual([1, 1, 1]);
  await forgetFirstSteps(prisma, ages, new Date(now.getTime() + 7 * DAY_MS + HOUR_MS));
  expect(await kept()).toEqual([0, 1, 1]);
  expect(await mailsOf(unconfirmed.email)).toEqual([]);
  await forgetFirstSteps(prisma, ages, new Date(now.getTime() + 180 * DAY_MS + HOUR_MS));
  expect(await kept()).toEqual([0, 0, 0]);
});

it('an objection younger than its session is kept, with the session, until it is as old', async () => {
  const lead = await aLead();
  await lead.tick();
  const start = now.getTime();
  advanceClock(170 * DAY_MS);
  await leave(await lead.tokenOf('leave'));
  await forgetSessions(prisma, 180, new Date(start + 181 * DAY_MS));
  expect(await requestsOf(lead.email)).toHaveLength(1);
  await forgetSessions(prisma, 180, new Date(start + 351 * DAY_MS));
  expect(await requestsOf(lead.email)).toEqual([]);
});

it('leaves neither address nor token in the log', async () => {
  const { email, tokenOf } = await aConfirmedLead();
  const tokens = [await tokenOf('confirm'), await tokenOf('leave')];
  await leave(tokens[1]!);
  for (const secret of [email, ...tokens]) expect(service.log()).not.toContain(secret);
});
