import type { FastifyInstance } from 'fastify';
import path from 'node:path';

const YEAR_SECONDS = 31_536_000;

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ');

/** Stricter than the funnel's pages: nothing inline, no other origin, no cache, no search engine, no referrer. */
const pageHeaders = (secure: boolean): Readonly<Record<string, string>> => ({
  'content-security-policy': POLICY,
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  ...(secure ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}` } : {}),
});

/** Serves the built page at /insights, and below it the page's files, whose names contain their hash. */
export const addInsightsPage = async (fastify: FastifyInstance, folder: string, secure: boolean): Promise<void> => {
  const headers = pageHeaders(secure);
  // Loaded here to spare a service without the page 6 MB of memory.
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
