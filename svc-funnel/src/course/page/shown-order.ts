import { ApiQuery } from '@nestjs/swagger';
import type { Order } from '../../generated/prisma/client.ts';
import type { FunnelRequest } from '../../platform/request.ts';

/** The query parameter with the order that a page shows. Pages of earlier releases do not send it. */
const ORDER_QUERY = 'order';

/** Documents the parameter on a route. */
export const ApiOrderQuery = (): MethodDecorator =>
  ApiQuery({
    name: ORDER_QUERY,
    required: false,
    schema: { type: 'string' },
    description:
      'The number of the order that the page shows. Returns 409 `other_order` if another one is open in this browser.',
  });

/**
 * True if the page shows this order. With two orders in one browser, the cookies are those of the order opened last,
 * while a page may still show the other.
 */
export const isShownOrder = ({ query }: FunnelRequest, { number }: Pick<Order, 'number'>): boolean =>
  query[ORDER_QUERY] === undefined || query[ORDER_QUERY] === number;
