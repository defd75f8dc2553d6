import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fileMemory, type StoredAnswer } from './file-memory.ts';

const HASHED = /\.[0-9a-f]{10}\.(js|css|svg|woff2|png|webp|avif)(\.(br|gz))?$/;

const SOURCE_MAP = /\.map(\.(br|gz))?$/i;

/** Source maps are kept beside a release for its developers, and served to nobody. */
export const isSourceMap = (file: string): boolean => SOURCE_MAP.test(file);

const IMMUTABLE = 'public, max-age=31536000, immutable';

/** A hashed name never changes its content; everything else is asked for again each time. */
export const cacheControlOf = (file: string): string => (HASHED.test(path.basename(file)) ? IMMUTABLE : 'no-cache');

/** What a browser would compare a file by: it never asks again for one that does not change. */
const VALIDATORS = ['etag', 'last-modified', 'accept-ranges'] as const;

/** The files of the live releases fit several times. */
const MEMORY_MAX_BYTES = 32 * 1024 * 1024;
const FILE_MAX_BYTES = 1024 * 1024;
/** How long a file whose name is not hashed is served without a look at the disk, in ms. */
const UNHASHED_MS = 1000;

/** Addresses without anything to decode or to leave out, so that one file has one key. */
const PLAIN = /^\/[\w/-]+(?:\.[\w-]+)*$/;

/** Returns the request's content codings in a form that few requests differ in; undefined where weights decide. */
const codingsOf = (accepted: string | undefined): string | undefined => {
  if (accepted === undefined) return '';
  if (/[;*]/.test(accepted)) return undefined;
  return ['br', 'gzip', 'deflate'].filter((coding) => accepted.toLowerCase().includes(coding)).join();
};

/** What the disk, not the memory, has to answer. */
const CONDITIONS = ['range', 'if-range', 'if-none-match', 'if-modified-since', 'if-match', 'if-unmodified-since'];

/** Returns under which key an answer is kept; undefined for what is read from the disk each time. */
const keyOf = ({ method, url, headers }: FastifyRequest): string | undefined => {
  if (method !== 'GET' || !PLAIN.test(url) || CONDITIONS.some((name) => headers[name] !== undefined)) return undefined;
  const codings = codingsOf(headers['accept-encoding']);
  return codings === undefined ? undefined : `${url} ${codings}`;
};

/** Reads a file's answer whole, if it may be kept. The headers are those of the plug-in, so that the memory adds no rule of its own. */
const storable = async (reply: FastifyReply, payload: unknown): Promise<StoredAnswer | undefined> => {
  const length = Number(reply.getHeader('content-length') ?? Number.NaN);
  if (reply.statusCode !== 200 || !(payload instanceof Readable) || !(length <= FILE_MAX_BYTES)) return undefined;
  return { headers: { ...(reply.getHeaders() as StoredAnswer['headers']) }, body: await buffer(payload) };
};

/** Node says that it keeps the connection unless told not to: HTTP/1.1 means that anyway, and it is a fifth of a file's headers. */
const leaveConnectionUnsaid = ({ raw }: FastifyReply): void => {
  if (!raw.hasHeader('connection')) raw.removeHeader('connection');
};

/** Serves a folder, with the compressed files that the builds put beside the originals; what is asked for often comes from memory. */
export async function addStaticFiles(app: FastifyInstance, root: string, prefix: string): Promise<void> {
  const memory = fileMemory({ maxBytes: MEMORY_MAX_BYTES, now: () => performance.now() });
  await app.register(async (files) => {
    files.addHook('onRequest', (request, reply, done) => {
      const key = keyOf(request);
      const stored = key === undefined ? undefined : memory.get(key);
      if (!stored) return done();
      reply.hijack();
      leaveConnectionUnsaid(reply);
      reply.raw.writeHead(200, stored.headers).end(stored.body);
    });
    files.addHook('onSend', async (request, reply, payload) => {
      leaveConnectionUnsaid(reply);
      const isImmutable = reply.raw.getHeader('cache-control') === IMMUTABLE;
      if (isImmutable) for (const name of VALIDATORS) reply.removeHeader(name);
      const key = keyOf(request);
      const answer = key === undefined ? undefined : await storable(reply, payload);
      if (key === undefined || !answer) return payload;
      memory.put(key, answer, isImmutable ? Number.POSITIVE_INFINITY : UNHASHED_MS);
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
