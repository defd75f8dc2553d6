import { counted } from '../../course/mails/words.ts';
import type { PrismaClient } from '../../generated/prisma/client.ts';
import { type Command, UsageError } from '../command.ts';
import { money, plain, table, when } from '../text.ts';

const STATUSES = ['paid', 'refunded', 'disputed'];
const LIMIT = 50;
const LIMIT_MAX = 10_000;

interface ListedOrder {
  readonly number: string;
  readonly paidAt: Date;
  readonly email: string;
  readonly plan: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly status: string;
  readonly livemode: boolean;
  readonly courseStatus: string | null;
  readonly stopReason: string | null;
  readonly lessonsSent: number;
  readonly days: number | null;
}

const read = (
  prisma: PrismaClient,
  status: string | null,
  email: string | null,
  limit: number,
): Promise<ListedOrder[]> =>
  prisma.$queryRaw<ListedOrder[]>`
    SELECT bought.number, bought.paid_at AS "paidAt", bought.email, bought.plan, bought.amount_cents AS "amountCents", bought.currency,
      bought.status, bought.livemode, course.status AS "courseStatus", course.stop_reason AS "stopReason", course.days,
      (SELECT count(*)::int FROM funnel.deliveries WHERE order_id = bought.id AND kind = 'lesson' AND status = 'sent') AS "lessonsSent"
    FROM funnel.orders AS bought LEFT JOIN funnel.courses AS course ON course.order_id = bought.id
    WHERE (${status}::text IS NULL OR bought.status = ${status}) AND (${email}::text IS NULL OR lower(bought.email) = lower(${email}))
    ORDER BY bought.paid_at DESC LIMIT ${limit}`;

const limitOf = (option: string | undefined): number => {
  const limit = Number(option ?? LIMIT);
  if (Number.isInteger(limit) && limit >= 1 && limit <= LIMIT_MAX) return limit;
  throw new UsageError(`--limit is a number from 1 to ${LIMIT_MAX}.`);
};

const statusOf = (option: string | undefined): string | null => {
  if (option === undefined || STATUSES.includes(option)) return option ?? null;
  throw new UsageError(`--status is one of ${STATUSES.join(', ')}.`);
};

const courseOf = ({ courseStatus, stopReason, lessonsSent, days }: ListedOrder): string =>
  courseStatus === null
    ? 'none'
    : `${lessonsSent}/${days} ${courseStatus}${stopReason === null ? '' : ` (${stopReason})`}`;

const rowOf = (order: ListedOrder): string[] => [
  order.number,
  when(order.paidAt),
  order.plan,
  money(order.amountCents, order.currency),
  `${order.status}${order.livemode ? '' : ' (test)'}`,
  courseOf(order),
  plain(order.email),
];

export const listOrders: Command = {
  name: 'orders list',
  args: [],
  summary: 'the latest orders',
  options: {
    status: { type: 'string', value: 'status', help: `only ${STATUSES.join(', ')}` },
    email: { type: 'string', value: 'address', help: 'only of this buyer' },
    limit: { type: 'string', value: 'number', help: `how many; ${LIMIT} by default` },
  },
  async run({ deps, terminal, option }) {
    const orders = await read(
      deps.prisma,
      statusOf(option('status')),
      option('email')?.trim() ?? null,
      limitOf(option('limit')),
    );
    if (orders.length > 0)
      terminal.out(table(['order', 'paid', 'plan', 'amount', 'status', 'lessons sent', 'buyer'], orders.map(rowOf)));
    terminal.err(counted(orders.length, 'order'));
  },
};
