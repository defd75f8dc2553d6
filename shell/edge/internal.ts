import { ApiError } from '@course/contracts';
import { declarationReader, isComplete, type Follower } from '@course/federation/edge';
import Fastify, { type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { Env } from './env.ts';
import { addFailures } from './failures.ts';

/** The edge's internal API for the services, on a port of its own: returns what the releases declare. */
export function createInternalEdge(env: Env, releases: Follower): FastifyInstance {
  const logger = pino({ level: env.LOG_LEVEL, base: { service: 'edge', server: 'internal' } });
  const app = Fastify({ forceCloseConnections: true });
  const readDeclarations = declarationReader(releases, env.RELEASES_DIR, logger);
  addFailures(app, logger);
  app.get<{ Querystring: { for?: string } }>('/declarations', async ({ query }, reply) => {
    // A partial response would read as if steps had been removed.
    if (!isComplete(releases.live())) throw new ApiError('store_unavailable');
    return reply.header('cache-control', 'no-store').send(await readDeclarations(Date.now(), query.for === 'compat'));
  });
  return app;
}
