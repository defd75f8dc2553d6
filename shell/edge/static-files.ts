import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const HASHED = /\.[0-9a-f]{10}\.(js|css|svg|woff2|png|webp|avif)(\.(br|gz))?$/;

const SOURCE_MAP = /\.map(\.(br|gz))?$/i;

/** Source maps are kept beside a release for its developers, and served to nobody. */
export const isSourceMap = (file: string): boolean => SOURCE_MAP.test(file);

const IMMUTABLE = 'public, max-age=31536000, immutable';

/** A hashed name never changes its content; everything else is asked for again each time. */
export const cacheControlOf = (file: string): string => (HASHED.test(path.basename(file)) ? IMMUTABLE : 'no-cache');

/** What a browser would compare a file by: it never asks again for one that does not change. */
const VALIDATORS = ['etag', 'last-modified', 'accept-ranges'] as const;

/** Serves a folder, with the compressed files that the builds put beside the originals. */
export async function addStaticFiles(app: FastifyInstance, root: string, prefix: string): Promise<void> {
  await app.register(async (files) => {
    files.addHook('onSend', async (_request, reply) => {
      // Node says that it keeps the connection unless told not to: HTTP/1.1 means that anyway, and it is a fifth of a file's headers.
      if (!reply.raw.hasHeader('connection')) reply.raw.removeHeader('connection');
      if (reply.raw.getHeader('cache-control') === IMMUTABLE) for (const name of VALIDATORS) reply.removeHeader(name);
    });
    await files.register(fastifyStatic, {
      root,
      prefix,
      decorateReply: false,
      preCompressed: true,
      index: false,
      cacheControl: false,
      allowedPath: (file) => !isSourceMap(file),
      setHeaders: (reply, file) => {
        reply.setHeader('cache-control', cacheControlOf(file));
      },
    });
  });
}
