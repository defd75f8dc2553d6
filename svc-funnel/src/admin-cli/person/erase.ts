import { WEEK_ORDER_IDS } from '@course/funnel/course';
import { counted } from '../../course/mails/words.ts';
import type { Checkout } from '../../generated/prisma/client.ts';
import { closeCheckouts, PAYABLE } from '../../orders/checkout-status.ts';
import { ProviderError } from '../../payments/provider-error.ts';
import type { Db } from '../../platform/prisma.ts';
import { type Command, type OwnerDeps, OwnerError } from '../command.ts';
import { money, plain, when } from '../text.ts';
import { eraseRows } from './erase-rows.ts';
import { findPerson, isKnown, type Person, withTime } from './find-person.ts';

const openCheckouts = (db: Db, { checkoutIds }: Person): Promise<Checkout[]> =>
  db.checkout.findMany({ where: { id: { in: checkoutIds }, status: { in: [...PAYABLE, 'processing'] } } });

/** Ends open checkouts: if one were paid later, the address would be stored again. */
const endCheckouts = async (
  { prisma, provider, paymentUpdates }: OwnerDeps,
  checkouts: readonly Checkout[],
): Promise<void> => {
  for (const { providerSessionId } of checkouts) {
    if (providerSessionId === null) continue;
    const update = await provider.expire(providerSessionId).catch((error: unknown) => {
      if (!(error instanceof ProviderError)) throw error;
      throw new OwnerError(
        `Nothing was erased: an open checkout could not be ended. ${error.message} Try again later.`,
        {
          cause: error,
        },
      );
    });
    if (update) await paymentUpdates.apply(update);
  }
  const ids = checkouts.map(({ id }) => id);
  await closeCheckouts(prisma, ids, 'expired');
  const inProgress = await prisma.checkout.findFirst({
    where: { id: { in: ids }, status: { in: ['processing', 'paid'] } },
  });
  if (inProgress)
    throw new OwnerError(
      'Nothing was erased: a payment of this person is under way or has just arrived. Look at it, then try again.',
    );
};

const planFor = async (db: Db, person: Person): Promise<string[]> => {
  const orders = await db.order.findMany({
    where: { id: { in: person.orderIds } },
    include: { course: { select: { status: true } } },
  });
  const active = orders.filter(({ course }) => course?.status === 'active').length;
  return [
    `Erases ${plain(person.addresses.join(', '))}: ${counted(person.sessionIds.length, 'session')} with answers, campaign and page views, ${counted(orders.length, 'order')}.`,
    ...(active > 0
      ? [
          `Ends ${counted(active, 'course')} that ${active === 1 ? 'is' : 'are'} still being sent. Nothing is refunded by this.`,
        ]
      : []),
    ...orders.map(
      ({ number, paidAt, amountCents, currency, plan, status }) =>
        `Keeps for the books: order ${number}, ${when(paidAt)}, ${plan}, ${money(amountCents, currency)}, ${status}, and Stripe's ids.`,
    ),
    'Replaces the name, every address and the session id in what is kept; removes everything else. This cannot be undone.',
    "Stripe's own records and earlier backups are not touched.",
  ];
};

const erase = (deps: OwnerDeps, person: Person) =>
  withTime(deps.prisma, (db) => eraseRows(db, person, { now: deps.clock(), lessonIds: [...WEEK_ORDER_IDS] }));

export const erasePerson: Command = {
  name: 'erase',
  args: ['<address>'],
  summary: "erases one person's data, except what bookkeeping needs",
  notes: [
    'Kept of an order: its id, plan, price, dates, state, the acceptance of the terms, and the ids at Stripe.',
    'Erased: address, name, answers, campaign and click ids, the link to page views, the text of refund requests,',
    'names and text of withdrawals, course links, requests for the first step, waiting mails and their jobs,',
    'personal data in payment events, and mails in the local outbox.',
  ],
  asks: true,
  async run({ deps, terminal, args: [email = ''], confirm }) {
    const { person, plan, open } = await withTime(deps.prisma, async (db) => {
      const found = await findPerson(db, email);
      return { person: found, plan: await planFor(db, found), open: await openCheckouts(db, found) };
    });
    if (!isKnown(person)) throw new OwnerError(`Nothing is held about ${plain(email)}.`);
    await confirm(plan);
    await endCheckouts(deps, open);
    const { pageViews } = await erase(deps, person);
    terminal.out(
      `Erased. ${counted(pageViews, 'page view')} no longer identif${pageViews === 1 ? 'ies' : 'y'} anyone.`,
    );
    deps.onErased?.({ addresses: person.addresses, orderNumbers: person.orderNumbers });
  },
};
