import { CURRENCY, TERMS_VERSION } from '@course/funnel';
import type { SeededCheckout, Visitor } from './visitor.ts';

/** What a cell can hold; a number is written as it is. */
export type Cell = string | number | boolean | null;

export interface SeedTable {
  readonly name: string;
  readonly columns: readonly string[];
  rowsOf(visitor: Visitor): readonly (readonly Cell[])[];
}

/** A host that never resolves (RFC 6761): nobody could be led there. */
const RETURN_ORIGIN = 'https://seed.invalid';

const moment = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** The address of one who is no longer known by one: an order has to have it. */
const emailOf = ({ session }: Visitor): string => session.email ?? 'visitor@seed.invalid';

const sessions: SeedTable = {
  name: 'funnel.sessions',
  columns: [
    'id',
    'email',
    'name',
    'completed_at',
    'time_zone',
    'utm',
    'variant',
    'not_counted',
    'seeded',
    'created_at',
    'updated_at',
  ],
  rowsOf: ({ session, isBot }) => {
    const { id, email, name, completedAt, timeZone, utm, variant, createdAt, updatedAt } = session;
    return [
      [
        id,
        email,
        name,
        moment(completedAt),
        timeZone,
        utm && JSON.stringify(utm),
        variant,
        isBot,
        true,
        moment(createdAt),
        moment(updatedAt),
      ],
    ];
  },
};

const responses: SeedTable = {
  name: 'funnel.responses',
  columns: ['session_id', 'question_key', 'answer_value', 'created_at', 'updated_at'],
  rowsOf: ({ session, answers }) =>
    answers.map(({ questionKey, value, at }) => [session.id, questionKey, value, moment(at), moment(at)]),
};

const settledAt = ({ openedAt, order }: SeededCheckout): number => order?.paidAt ?? openedAt;

const checkouts: SeedTable = {
  name: 'funnel.checkouts',
  columns: [
    'id',
    'session_id',
    'plan',
    'pricing',
    'amount_cents',
    'currency',
    'email',
    'return_origin',
    'livemode',
    'status',
    'terms_version',
    'terms_accepted_at',
    'time_zone',
    'created_at',
    'updated_at',
  ],
  rowsOf: (visitor) => {
    const { checkout, session } = visitor;
    if (!checkout) return [];
    const { id, plan, amountCents, openedAt, order } = checkout;
    const opened = moment(openedAt);
    const status = order ? 'paid' : 'expired';
    return [
      [
        id,
        session.id,
        plan,
        'discounted',
        amountCents,
        CURRENCY,
        emailOf(visitor),
        RETURN_ORIGIN,
        false,
        status,
        TERMS_VERSION,
        opened,
        session.timeZone,
        opened,
        moment(settledAt(checkout)),
      ],
    ];
  },
};

// Not live, for no money moved: they count because their session is seeded. Without a payment, no event can find them.
const orders: SeedTable = {
  name: 'funnel.orders',
  columns: [
    'id',
    'checkout_id',
    'session_id',
    'email',
    'plan',
    'pricing',
    'amount_cents',
    'currency',
    'status',
    'livemode',
    'paid_at',
    'refunded_cents',
    'refunded_at',
    'created_at',
    'updated_at',
  ],
  rowsOf: (visitor) => {
    const { checkout, session } = visitor;
    if (!checkout?.order) return [];
    const { id: checkoutId, plan, amountCents } = checkout;
    const { id, paidAt, refundedCents, refundedAt } = checkout.order;
    const status = refundedCents >= amountCents ? 'refunded' : 'paid';
    return [
      [
        id,
        checkoutId,
        session.id,
        emailOf(visitor),
        plan,
        'discounted',
        amountCents,
        CURRENCY,
        status,
        false,
        moment(paidAt),
        refundedCents,
        moment(refundedAt),
        moment(paidAt),
        moment(refundedAt ?? paidAt),
      ],
    ];
  },
};

/** What svc-funnel records with its rows, so that analysts count them. */
const changes: SeedTable = {
  name: 'funnel.changes',
  columns: ['session_id'],
  rowsOf: ({ session }) => [[session.id]],
};

/** In an order in which each finds what it refers to. */
export const FUNNEL_TABLES: readonly SeedTable[] = [sessions, responses, checkouts, orders, changes];

export const PAGE_VIEWS: SeedTable = {
  name: 'tracking.page_views',
  columns: [
    'id',
    'entered_at',
    'exited_at',
    'time_spent_seconds',
    'total_seconds',
    'session_id',
    'page_path',
    'variant',
    'is_bot',
  ],
  rowsOf: ({ session, views, isBot }) =>
    views.map(({ id, pagePath, enteredAt, exit }) => [
      id,
      moment(enteredAt),
      moment(exit?.at ?? null),
      exit?.visibleSeconds ?? null,
      exit?.totalSeconds ?? null,
      session.id,
      pagePath,
      session.variant,
      isBot,
    ]),
};
