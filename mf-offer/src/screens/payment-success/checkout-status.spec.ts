import { describe, expect, it } from 'vitest';
import {
  LATER_PAUSES_MS,
  PAUSES_MS,
  pollUntilSettled,
  readStatus,
  type PaymentView,
  type PolledStatus,
  type WaitEnd,
} from './checkout-status.ts';

describe('a status report', () => {
  it('is read when it is well formed', () => {
    expect(
      readStatus({
        status: 'paid',
        plan: '12week',
        amountCents: 4480,
        currency: 'usd',
        orderNumber: 'K7XM-4PRH',
        maskedEmail: 'j•••@g•••.com',
        correctable: true,
      }),
    ).toEqual({
      status: 'paid',
      facts: {
        plan: '12week',
        amountCents: 4480,
        currency: 'usd',
        orderNumber: 'K7XM-4PRH',
        maskedEmail: 'j•••@g•••.com',
        correctable: true,
      },
    });
  });

  it.each([
    [null],
    ['paid'],
    [7],
    [{}],
    [{ status: 'forgotten' }],
    [{ status: 7, plan: 7, maskedEmail: {}, correctable: 'yes' }],
  ])('is ignored when it is %o', (response) => {
    expect(readStatus(response)).toMatchObject({ status: 'unreachable' });
    expect(readStatus(response).facts).not.toHaveProperty('plan');
    expect(readStatus(response).facts.correctable ?? false).toBe(false);
  });
});

/** Polls a server that returns these statuses in turn, the last one repeated. Records pauses instead of waiting. */
async function poll(statuses: readonly PolledStatus[], leavesAfter = Infinity, ends: readonly WaitEnd[] = []) {
  const views: PaymentView[] = [];
  const pauses: number[] = [];
  let polls = 0;
  await pollUntilSettled({
    fetch: async () => statuses[Math.min(polls++, statuses.length - 1)]!,
    wait: async (ms) => {
      const end = ends[pauses.length] ?? 'over';
      return pauses.push(ms) < leavesAfter && ms < Infinity ? end : 'gone';
    },
    show: (view) => views.push(view),
  });
  return { views, pauses, last: views.at(-1), polls };
}

describe('a payment', () => {
  it('is shown as paid at once', async () => {
    expect(await poll(['paid'])).toMatchObject({ views: ['paid'], pauses: [] });
  });

  it.each(['closed', 'open'] as const)('is shown as not completed at once when it is %s', async (status) => {
    expect(await poll([status])).toMatchObject({ views: ['closed'], pauses: [] });
  });

  it('cannot be shown in this browser if it is unknown or belongs to another one', async () => {
    expect(await poll(['missing'])).toMatchObject({ views: ['elsewhere'], pauses: [] });
  });

  it.each(['refunded', 'disputed'] as const)('is shown as %s at once', async (status) => {
    expect(await poll([status])).toMatchObject({ views: [status], pauses: [] });
  });

  it('is polled while processing, until it is paid', async () => {
    const { views, pauses } = await poll(['processing', 'processing', 'paid']);
    expect(views).toEqual(['processing', 'processing', 'paid']);
    expect(pauses).toEqual(PAUSES_MS.slice(0, 2));
  });

  it('is polled for as long as it is processing, finally with the longest pause', async () => {
    const { last, pauses } = await poll([...Array<PolledStatus>(15).fill('processing'), 'paid']);
    expect(last).toBe('paid');
    expect(pauses).toEqual([...PAUSES_MS, ...LATER_PAUSES_MS, 300_000, 300_000]);
  });

  it('is unknown once the server was unreachable for all of the pauses', async () => {
    const { last, polls } = await poll(['unreachable']);
    expect(last).toBe('unknown');
    expect(polls).toBe(PAUSES_MS.length + 1);
  });

  it('does not become unknown sooner for a visitor who comes back often', async () => {
    const { views, pauses } = await poll(['unreachable'], Infinity, Array<WaitEnd>(12).fill('back'));
    expect(pauses).toEqual([...Array<number>(12).fill(PAUSES_MS[0]!), ...PAUSES_MS, Infinity]);
    expect(views.filter((view) => view === 'unknown')).toHaveLength(1);
  });

  it('is still shown as processing when the server becomes unreachable', async () => {
    const { views } = await poll(['processing', ...Array<PolledStatus>(15).fill('unreachable'), 'paid']);
    expect(views).toEqual([...Array<PaymentView>(16).fill('processing'), 'paid']);
  });

  it('is shown despite a short outage of the server', async () => {
    expect((await poll(['unreachable', 'paid'])).views).toEqual(['checking', 'paid']);
  });

  it('is no longer polled once the visitor has left', async () => {
    expect((await poll(['processing'], 1)).polls).toBe(1);
  });

  it('is polled with growing pauses', () => {
    const pauses = [...PAUSES_MS, ...LATER_PAUSES_MS];
    expect([...pauses].sort((a, b) => a - b)).toEqual(pauses);
  });
});
