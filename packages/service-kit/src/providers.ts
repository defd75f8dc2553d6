import type { Provider } from '@nestjs/common';
import { APP_FILTER, APP_PIPE, HttpAdapterHost } from '@nestjs/core';
import { ContractPipe } from './contract.pipe.ts';
import { ErrorFilter } from './errors.ts';
import type { Logger } from './logging.ts';

/** Providers that every request of a service passes through: a pipe for the contracts' schemas, a filter for errors. */
export const forEveryRequest = (logger: Logger): Provider[] => [
  { provide: APP_PIPE, useClass: ContractPipe },
  {
    provide: APP_FILTER,
    inject: [HttpAdapterHost],
    useFactory: (host: HttpAdapterHost) => new ErrorFilter(host, logger),
  },
];
