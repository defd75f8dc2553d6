import type { FastifyError, FastifyInstance } from 'fastify';
import { Fault, type StripeErrorBody } from '../wire/fault.ts';

const isOwn = (error: unknown): error is Fault => error instanceof Fault;

function bodyOf(error: FastifyError, status: number): StripeErrorBody {
  if (status < 500) return { type: 'invalid_request_error', message: error.message };
  return { type: 'api_error', message: 'An unknown error occurred' };
}

/** Every error leaves in Stripe's shape, and only the unexpected ones are logged. */
export function answerErrors(server: FastifyInstance, log: (message: string) => void): void {
  server.setErrorHandler((error: FastifyError, _request, reply) => {
    if (isOwn(error)) return reply.code(error.status).send({ error: error.body });
    const status = error.statusCode ?? 500;
    if (status >= 500) log(`unexpected error: ${error.stack ?? error.message}`);
    return reply.code(status).send({ error: bodyOf(error, status) });
  });
  server.setNotFoundHandler((request, reply) => {
    const [path] = request.url.split('?');
    const message = `Unrecognized request URL (${request.method}: ${path ?? ''}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`;
    return reply.code(404).send({ error: { type: 'invalid_request_error', message } });
  });
}
