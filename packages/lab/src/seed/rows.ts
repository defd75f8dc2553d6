import { CURRENCY, TERMS_VERSION } from '@course/funnel';
import type { SeededCheckout, Visitor } from './visitor.ts';

/** The value of a cell. */
export type Cell = string | number | boolean | null;

/** Values by column. All rows of a table have the same order of columns. */
export type SeedRow = Readonly<Record<string, Cell>>;

export interface SeedTable {
  readonly name: string;
  rowsOf(visitor: Visitor): readonly SeedRow[];
}

/** A host that never resolves (RFC 6761). */
const RETURN_ORIGIN = 'https://seed.invalid';

const moment = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** Returns the session's address, or a placeholder, because orders require one. */
const emailOf = ({ session }: Visitor): string => session.email ?? 'visitor@seed.invalid';

const sessions: SeedTable = {
  name: 'funnel.sessions',
  rowsOf: ({ session, isBot }) => [
    {
      id: session.id,
      email: session.email,
      name: session.name,
      completed_at: moment(session.completedAt),
      time_zone: session.timeZone,
      utm: session.utm && JSON.stringify(session.utm),
      variant: session.variant,
      not_counted: isBot,
      seeded: true,
      created_at: moment(session.createdAt),
      updated_at: moment(session.updatedAt),
    },
  ],
};

const responses: SeedTable = {
  name: 'funnel.responses',
  rowsOf: ({ session, answers }) =>
    answers.map(({ questionKey, value, at }) => ({
      session_id: session.id,
      question_key: questionKey,
      answer_value: value,
      created_at: moment(at),
      updated_at: moment(at),
    })),
};

const settledAt = ({ openedAt, order }: SeededCheckout): number => order?.paidAt ?? openedAt;

const checkouts: SeedTable = {
  name: 'funnel.checkouts',
  rowsOf: (visitor) => {
    const { checkout, session } = visitor;
    if (!checkout) return [];
    const opened = moment(checkout.openedAt);
    return [
      {
        id: checkout.id,
        session_id: session.id,
        plan: checkout.plan,
        pricing: 'discounted',
        amount_cents: checkout.amountCents,
        currency: CURRENCY,
        email: emailOf(visitor),
        return_origin: RETURN_ORIGIN,
        livemode: false,
        status: checkout.order ? 'paid' : 'expired',
        terms_version: TERMS_VERSION,
        terms_accepted_at: opened,
        time_zone: session.timeZone,
        created_at: opened,
        updated_at: moment(settledAt(checkout)),
      },
    ];
  },
};

// Not live, because no money moved; they are counted because their session is seeded. They have no payment, so that no
// payment event can find them.
const orders: SeedTable = {
  name: 'funnel.orders',
  rowsOf: (visitor) => {
    const { checkout, session } = visitor;
    if (!checkout?.order) return [];
    const { id, paidAt, refundedCents, refundedAt } = checkout.order;
    return [
      {
        id,
        checkout_id: checkout.id,
        session_id: session.id,
        email: emailOf(visitor),
        plan: checkout.plan,
        pricing: 'discounted',
        amount_cents: checkout.amountCents,
        currency: CURRENCY,
        status: refundedCents >= checkout.amountCents ? 'refunded' : 'paid',
        livemode: false,
        paid_at: moment(paidAt),
        refunded_cents: refundedCents,
        refunded_at: moment(refundedAt),
        created_at: moment(paidAt),
        updated_at: moment(refundedAt ?? paidAt),
      },
    ];
  },
};

/** The change records that svc-funnel writes along with its rows, so that the aggregates count them. */
const changes: SeedTable = {
  name: 'funnel.changes',
  rowsOf: ({ session }) => [{ session_id: session.id }],
};

/** In an order in which referenced rows come first. */
export const FUNNEL_TABLES: readonly SeedTable[] = [sessions, responses, checkouts, orders, changes];

export const PAGE_VIEWS: SeedTable = {
  name: 'tracking.page_views',
  rowsOf: ({ session, views, isBot }) =>
    views.map(({ id, pagePath, enteredAt, exit }) => ({
      id,
      entered_at: moment(enteredAt),
      exited_at: moment(exit?.at ?? null),
      time_spent_seconds: exit?.visibleSeconds ?? null,
      total_seconds: exit?.totalSeconds ?? null,
      session_id: session.id,
      page_path: pagePath,
      variant: session.variant,
      is_bot: isBot,
    })),
};
