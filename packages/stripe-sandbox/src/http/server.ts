import Fastify, { type FastifyInstance } from 'fastify';
import { apiRoutes, type ApiOptions } from './api.ts';
import { assetRoutes } from './assets.ts';
import { answerErrors } from './errors.ts';
import { formRoutes, type FormOptions } from './form-api.ts';

export interface ServerOptions extends ApiOptions, FormOptions {
  siteOrigin: string | undefined;
  log(message: string): void;
}

/** Everything that the sandbox serves; not yet listening. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const server = Fastify({ forceCloseConnections: true });
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
  answerErrors(server, options.log);
  server.get('/healthz', () => ({ status: 'ok' }));
  assetRoutes(server, options.siteOrigin);
  await server.register(async (api) => apiRoutes(api, options), { prefix: '/v1' });
  await server.register(async (form) => formRoutes(form, options), { prefix: '/checkout' });
  return server;
}
