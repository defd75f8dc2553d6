import type { FastifyInstance } from 'fastify';
import path from 'node:path';
import { pageHeaders } from './security-headers.ts';

const YEAR_SECONDS = 31_536_000;

/** Serves the built page at /insights and its files, whose names hold their hash, below. */
export const addInsightsPage = async (fastify: FastifyInstance, folder: string, secure: boolean): Promise<void> => {
  const headers = pageHeaders(secure);
  // 6 MB, which a service without the page does without.
  const { default: fastifyStatic } = await import('@fastify/static');
  await fastify.register(fastifyStatic, {
    root: path.join(folder, 'assets'),
    prefix: '/insights/assets/',
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply) => {
      reply.setHeader('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`);
      reply.setHeader('x-content-type-options', 'nosniff');
    },
  });
  for (const address of ['/insights', '/insights/']) {
    fastify.get(address, (_request, reply) =>
      reply.headers(headers).sendFile('index.html', folder, { cacheControl: false }),
    );
  }
};
