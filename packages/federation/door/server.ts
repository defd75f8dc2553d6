import multipart from '@fastify/multipart';
import swagger from '@fastify/swagger';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify';
import { z } from 'zod';
import { remoteName, remoteVersion } from '../contract/descriptor.ts';
import { auditEntry, releaseId } from '../contract/release.ts';
import { storeReleases, type Releases } from '../registry/releases.ts';
import { readTokens, tokenOwner, type KnownToken } from '../registry/tokens.ts';
import type { ReleaseStore } from '../store/store.ts';
import { DOOR_ERRORS, DoorError, toDoorError } from './errors.ts';
import { readUpload, UPLOAD_LIMITS } from './read-upload.ts';

export interface DoorOptions {
  readonly store: ReleaseStore;
  readonly logger: FastifyBaseLogger;
  readonly now?: () => Date;
}

/** Uploads that are held in memory at once; others are asked to come again. */
const UPLOADS_AT_ONCE = 3;
/** For a request to arrive whole, in ms. */
const REQUEST_MS = 120_000;
const JSON_BYTES = 10_000;

const pointed = z.object({ release: releaseId, version: remoteVersion });
const listed = z.object({
  name: remoteName,
  stable: pointed.extend({ contract: z.int() }).nullable(),
  problem: z.string().nullable(),
  previous: z.array(pointed),
  releases: z.array(
    pointed.extend({
      contract: z.int(),
      folder: z.string(),
      commit: z.string().nullable(),
      at: z.string(),
      retiredAt: z.string().nullable(),
    }),
  ),
});
const problem = z.object({ statusCode: z.int(), code: z.string(), message: z.string() });
const why = z.string().max(UPLOAD_LIMITS.whyBytes).default('').describe('Goes into the audit log.');
const wanted = z.union([releaseId, remoteVersion]).describe('The name of a release, or its version.');
const params = z.object({ remote: remoteName });

const json = (schema: z.ZodType): object => {
  const form: object = z.toJSONSchema(schema, { target: 'draft-7', io: 'input' });
  // The document says its dialect once.
  return Object.fromEntries(Object.entries(form).filter(([key]) => key !== '$schema'));
};

const REFUSALS = Object.fromEntries(
  [...new Set(Object.values(DOOR_ERRORS).map(({ status }) => status))].map((status) => [
    status,
    { description: sentencesOf(status), ...json(problem) },
  ]),
);

function sentencesOf(status: number): string {
  return Object.entries(DOOR_ERRORS)
    .filter(([, error]) => error.status === status)
    .map(([code, { message }]) => `${code}: ${message}`)
    .join(' ');
}

const described = (summary: string, ok: z.ZodType, more: object = { params: json(params) }) => ({
  summary,
  security: [{ token: [] }],
  response: { 200: { description: 'Done.', ...json(ok) }, ...REFUSALS },
  ...more,
});

const bearerOf = ({ headers }: FastifyRequest): string => {
  const [, token] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  if (!token) throw new DoorError('token_missing');
  return token;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose token the request came with. */
    actor: KnownToken | null;
  }
}

const actorOf = ({ actor }: FastifyRequest, reason: string) => {
  if (!actor) throw new DoorError('token_missing');
  return { who: `${actor.name} (token ${actor.id})`, why: reason };
};

/** The teams' way into the release store, for pipelines and the command line. Never on the public port. */
export async function createDoor({ store, logger, now }: DoorOptions): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: JSON_BYTES,
    requestTimeout: REQUEST_MS,
    forceCloseConnections: 'idle',
    // The forms describe; zod has judged what matters.
    ajv: { customOptions: { useDefaults: true, coerceTypes: false } },
  });
  await app.register(multipart);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Releases',
        version: '1',
        description: 'Publish, promote and roll back the releases of a remote.',
      },
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    },
  });
  app.decorateRequest('actor', null);
  app.setNotFoundHandler((_request, reply) => {
    const error = new DoorError('route_unknown');
    return reply.code(error.statusCode).send(bodyOf(error));
  });
  app.setErrorHandler((error, request, reply) => {
    const told = toDoorError(error);
    const about = { method: request.method, path: request.routeOptions.url, who: request.actor?.id, code: told.code };
    if (told.statusCode >= 500) request.log.error({ ...about, err: error }, 'a request failed');
    else request.log.warn({ ...about, reason: told.message }, 'a request was refused');
    // What is left of a refused upload is not read.
    if (request.isMultipart()) void reply.header('connection', 'close');
    return reply.code(told.statusCode).send(bodyOf(told));
  });

  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }));
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  await app.register(async (routes) =>
    addRoutes(routes, store, now ? storeReleases(store, now) : storeReleases(store)),
  );
  return app;
}

const bodyOf = ({ statusCode, code, message }: DoorError) => ({ statusCode, code, message });

function addRoutes(app: FastifyInstance, store: ReleaseStore, releases: Releases): void {
  // Before a byte of the body is read.
  app.addHook('onRequest', async (request) => {
    const owner = tokenOwner(await readTokens(store), bearerOf(request));
    if (!owner) throw new DoorError('token_unknown');
    request.actor = owner;
    const { remote } = request.params as { remote?: string };
    if (remote !== undefined && remote !== owner.remote) throw new DoorError('other_remote');
  });
  let uploads = 0;

  app.get(
    '/v1/remotes',
    { schema: described('The remote that the token opens.', z.array(listed), {}) },
    async (request) => releases.list(request.actor?.remote),
  );
  app.get<{ Params: { remote: string } }>(
    '/v1/remotes/:remote/audit',
    { schema: described('Who did what, when and why; the latest first.', z.array(auditEntry)) },
    async (request) => releases.audit(request.params.remote),
  );
  app.post<{ Params: { remote: string } }>(
    '/v1/remotes/:remote/releases',
    {
      bodyLimit: UPLOAD_LIMITS.totalBytes,
      schema: described('Publishes a signed release: keeps it and makes it live.', pointed, {
        params: json(params),
        consumes: ['multipart/form-data'],
        description: `A form with each file of the build under its path (at most ${UPLOAD_LIMITS.files} files, ${UPLOAD_LIMITS.totalBytes} bytes), release.json among them, and perhaps a field "why".`,
      }),
    },
    async (request) => {
      if (uploads >= UPLOADS_AT_ONCE) throw new DoorError('busy');
      uploads += 1;
      try {
        const { release, files, why: reason } = await readUpload(request);
        if (release.remote !== request.params.remote) throw new DoorError('other_remote');
        return await releases.publish({ release, files }, actorOf(request, reason));
      } finally {
        uploads -= 1;
      }
    },
  );
  app.post<{ Params: { remote: string }; Body: { release: string; why: string } }>(
    '/v1/remotes/:remote/promote',
    {
      schema: described('Makes a release live that was uploaded before.', pointed, {
        params: json(params),
        body: json(z.object({ release: wanted, why })),
      }),
    },
    async (request) =>
      releases.promote(request.params.remote, request.body.release, actorOf(request, request.body.why)),
  );
  app.post<{ Params: { remote: string }; Body: { release?: string; why: string } | null }>(
    '/v1/remotes/:remote/rollback',
    {
      schema: described('Makes the release before the live one live again, or the named one.', pointed, {
        params: json(params),
        body: json(z.object({ release: wanted.optional(), why })),
      }),
    },
    async (request) =>
      releases.rollback(request.params.remote, request.body?.release, actorOf(request, request.body?.why ?? '')),
  );
}
