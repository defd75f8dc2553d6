import { ApiQuery } from '@nestjs/swagger';

/** The query parameter with the order that a page shows. Pages of earlier releases do not send it. */
export const ORDER_QUERY = 'order';

/** Documents the parameter on a route. */
export const NamesOrder = (): MethodDecorator =>
  ApiQuery({
    name: ORDER_QUERY,
    required: false,
    schema: { type: 'string' },
    description:
      'The number of the order that the page shows. Returns 409 `other_order` if another one is open in this browser.',
  });
