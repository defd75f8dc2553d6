import type { SeededCheckout, SeededOrder, SeededView, Visitor } from './visitor.ts';

const viewUntil = (view: SeededView, until: number): SeededView =>
  view.exit && view.exit.at > until ? { ...view, exit: null } : view;

const orderUntil = (order: SeededOrder, until: number): SeededOrder =>
  order.refundedAt !== null && order.refundedAt > until ? { ...order, refundedCents: 0, refundedAt: null } : order;

const checkoutUntil = (checkout: SeededCheckout, until: number): SeededCheckout | null => {
  if (checkout.openedAt > until) return null;
  const { order } = checkout;
  return { ...checkout, order: order && order.paidAt <= until ? orderUntil(order, until) : null };
};

/**
 * Returns the part of a visit that had happened at a moment. Visitors who arrived just before it are still on a page.
 */
export const asOf = (visitor: Visitor, until: number): Visitor => {
  const { session, answers, views, checkout } = visitor;
  if (session.updatedAt <= until && !checkout?.order?.refundedAt) return visitor;
  const isDone = session.completedAt !== null && session.completedAt <= until;
  return {
    ...visitor,
    session: {
      ...session,
      updatedAt: Math.min(session.updatedAt, until),
      ...(!isDone && { completedAt: null, email: null, name: null }),
    },
    answers: answers.filter(({ at }) => at <= until),
    views: views.filter(({ enteredAt }) => enteredAt <= until).map((view) => viewUntil(view, until)),
    checkout: checkout && checkoutUntil(checkout, until),
  };
};
