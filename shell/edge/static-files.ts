import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { omitConnectionHeader, type FileMemory, type StoredAnswer } from './file-memory.ts';

const SOURCE_MAP = /\.map(\.(br|gz))?$/i;

/** Source maps are kept beside a release for its developers, and served to nobody. */
export const isSourceMap = (file: string): boolean => SOURCE_MAP.test(file);

/** The one file of a release that may change: the same files can be signed again, for another commit or with another key. */
const SIGNATURE = 'release.json';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
const FILE_MAX_BYTES = 1024 * 1024;

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
      omitConnectionHeader(reply.raw);
      const answer = memory.mayKeep(request) ? await storable(reply, payload) : undefined;
      if (!answer) return payload;
      memory.keep(request, answer);
      return answer.body;
    });
    await files.register(fastifyStatic, {
      root,
      prefix,
      decorateReply: false,
      preCompressed: true,
      index: false,
      // Names with hashes and folders named by their content never mean another file: there is nothing to ask again for.
      // The folder of an adopted build is named by its version, and nothing is published there again.
      immutable: true,
      maxAge: YEAR_MS,
      etag: false,
      lastModified: false,
      setHeaders: (reply) => void reply.setHeader('vary', 'accept-encoding'),
      allowedPath: (file) => !isSourceMap(file) && path.basename(file) !== SIGNATURE,
    });
  });
}
