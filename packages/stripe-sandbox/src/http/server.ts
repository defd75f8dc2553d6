import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { StripeApiError, type StripeErrorBody } from '../wire/stripe-api-error.ts';
import { apiRoutes, type ApiOptions } from './api.ts';
import { assetRoutes } from './assets.ts';
import { formRoutes, type FormOptions } from './form-api.ts';

export interface ServerOptions extends ApiOptions, FormOptions {
  siteOrigin: string | undefined;
  log(message: string): void;
}

const isOwn = (error: unknown): error is StripeApiError => error instanceof StripeApiError;

function bodyOf(error: FastifyError, status: number): StripeErrorBody {
  if (status < 500) return { type: 'invalid_request_error', message: error.message };
  return { type: 'api_error', message: 'An unknown error occurred' };
}

/** Sends every error in Stripe's format and logs only the unexpected ones. */
function handleErrors(server: FastifyInstance, log: (message: string) => void): void {
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

/** Creates the server with all its routes, not listening yet. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const server = Fastify({ forceCloseConnections: true });
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
  handleErrors(server, options.log);
  server.get('/healthz', () => ({ status: 'ok' }));
  assetRoutes(server, options.siteOrigin);
  await server.register(async (api) => apiRoutes(api, options), { prefix: '/v1' });
  await server.register(async (form) => formRoutes(form, options), { prefix: '/checkout' });
  return server;
}
