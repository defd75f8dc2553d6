import multipart from '@fastify/multipart';
import swagger from '@fastify/swagger';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { readContracts, type ServiceAddresses } from '../compat/read-contracts.ts';
import { PREVIEW_PATH, signPreview } from '../registry/preview-link.ts';
import type { LinkOf } from '../registry/listing.ts';
import { storeReleases } from '../registry/releases.ts';
import type { ReleaseStore } from '../store/store.ts';
import { PublishingError, toPublishingError } from './errors.ts';
import { addRoutes } from './routes.ts';

export interface PublishingApiOptions {
  readonly store: ReleaseStore;
  readonly logger: FastifyBaseLogger;
  readonly now?: () => Date;
  /** Signs preview links. Without it there are no previews. */
  readonly previews?: PreviewSite;
  /** The services' addresses, to check the needs of releases. */
  readonly services?: ServiceAddresses;
}

export interface PreviewSite {
  readonly keys: readonly string[];
  /** Origin at which visitors reach the site. */
  readonly siteUrl: string;
}

/** How long a request may take to arrive, in ms. */
const REQUEST_MS = 120_000;
const JSON_BYTES = 10_000;

/** Creates the teams' access to the release store, for pipelines and the command line. Never on the public port. */
export async function createPublishingApi({
  store,
  logger,
  now,
  previews,
  services = {},
}: PublishingApiOptions): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: JSON_BYTES,
    requestTimeout: REQUEST_MS,
    forceCloseConnections: 'idle',
    // The schemas are documentation; zod does the validation that matters.
    ajv: { customOptions: { useDefaults: true, coerceTypes: false } },
  });
  await app.register(multipart);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Releases',
        version: '1',
        description:
          'Publish, promote and roll back the releases of a remote, give them to some visitors first, or show them by a link.',
      },
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    },
  });
  app.decorateRequest('actor', null);
  app.setNotFoundHandler((_request, reply) => {
    const error = new PublishingError('route_unknown');
    return reply.code(error.statusCode).send(bodyOf(error));
  });
  app.setErrorHandler((error, request, reply) => {
    const publishingError = toPublishingError(error);
    const { statusCode, code, message } = publishingError;
    const about = { method: request.method, path: request.routeOptions.url, who: request.actor?.id, code };
    if (statusCode >= 500 && code !== 'busy') request.log.error({ ...about, err: error }, 'a request failed');
    else request.log.warn({ ...about, reason: message }, 'a request was refused');
    // The rest of a refused upload is not read.
    if (request.isMultipart()) void reply.header('connection', 'close');
    return reply.code(statusCode).send(bodyOf(publishingError));
  });

  // Otherwise, connections that were busy when the publishing API started closing would be kept alive.
  app.addHook('onSend', async (_request, reply) => {
    if (!app.server.listening) void reply.header('connection', 'close');
  });

  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }));
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  const linkOf: LinkOf = (preview) => {
    const link = previews && signPreview(previews.keys, preview);
    return link && new URL(PREVIEW_PATH + link, previews.siteUrl).href;
  };
  const hasPreviews = (previews?.keys.length ?? 0) > 0;
  const readOffered = () => readContracts(services);
  const releases = storeReleases(store, { ...(now && { now }), linkOf, readContracts: readOffered });
  await app.register(async (routes) => addRoutes(routes, { store, releases, hasPreviews }));
  return app;
}

const bodyOf = ({ statusCode, code, message }: PublishingError) => ({ statusCode, code, message });
