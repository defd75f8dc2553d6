import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { leaveConnectionUnsaid, type FileMemory, type StoredAnswer } from './file-memory.ts';

const HASHED = /\.[0-9a-f]{10}\.(js|css|svg|woff2|png|webp|avif)(\.(br|gz))?$/;

const SOURCE_MAP = /\.map(\.(br|gz))?$/i;

/** Source maps are kept beside a release for its developers, and served to nobody. */
export const isSourceMap = (file: string): boolean => SOURCE_MAP.test(file);

const IMMUTABLE = 'public, max-age=31536000, immutable';

/** A hashed name never changes its content; everything else is asked for again each time. */
export const cacheControlOf = (file: string): string => (HASHED.test(path.basename(file)) ? IMMUTABLE : 'no-cache');

/** What a browser would compare a file by: it never asks again for one that does not change. */
const VALIDATORS = ['etag', 'last-modified', 'accept-ranges'] as const;

const FILE_MAX_BYTES = 1024 * 1024;
/** How long a file whose name is not hashed is served without a look at the disk, in ms. */
const UNHASHED_MS = 1000;

/** Reads a file's answer whole, if it may be kept. The headers are those of the plug-in, so that the memory adds no rule of its own. */
const storable = async (reply: FastifyReply, payload: unknown): Promise<StoredAnswer | undefined> => {
  const length = Number(reply.getHeader('content-length') ?? Number.NaN);
  if (reply.statusCode !== 200 || !(payload instanceof Readable) || !(length <= FILE_MAX_BYTES)) return undefined;
  return { headers: { ...(reply.getHeaders() as StoredAnswer['headers']) }, body: await buffer(payload) };
};

/** Serves a folder, with the compressed files that the builds put beside the originals, and leaves what it answered in the memory. */
export async function addStaticFiles(
  app: FastifyInstance,
  root: string,
  prefix: string,
  memory: FileMemory,
): Promise<void> {
  await app.register(async (files) => {
    files.addHook('onSend', async ({ raw: request }, reply, payload) => {
      leaveConnectionUnsaid(reply.raw);
      const isImmutable = reply.raw.getHeader('cache-control') === IMMUTABLE;
      if (isImmutable) for (const name of VALIDATORS) reply.removeHeader(name);
      const answer = memory.mayKeep(request) ? await storable(reply, payload) : undefined;
      if (!answer) return payload;
      memory.keep(request, answer, isImmutable ? undefined : UNHASHED_MS);
      return answer.body;
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
