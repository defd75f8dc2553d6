import { ApiQuery } from '@nestjs/swagger';

/** Names the order that a page shows, in the address of its calls. Pages of earlier releases name none. */
export const ORDER_QUERY = 'order';

/** Documents it on a route. */
export const NamesOrder = (): MethodDecorator =>
  ApiQuery({
    name: ORDER_QUERY,
    required: false,
    schema: { type: 'string' },
    description:
      'The number of the order that the page shows: 409 `other_order` where another is open in this browser.',
  });
