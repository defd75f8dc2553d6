import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const HASHED = /\.[0-9a-f]{10}\.(js|css|svg|woff2|png|webp|avif)(\.(br|gz))?$/;

/** A hashed name never changes its content; everything else is asked for again each time. */
export const cacheControlOf = (file: string): string =>
  HASHED.test(path.basename(file)) ? 'public, max-age=31536000, immutable' : 'no-cache';

/** Serves a folder, with the compressed files that the builds put beside the originals. */
export async function addStaticFiles(app: FastifyInstance, root: string, prefix: string): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    prefix,
    decorateReply: false,
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply, file) => {
      reply.setHeader('cache-control', cacheControlOf(file));
      reply.setHeader('x-content-type-options', 'nosniff');
    },
  });
}
