import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { omitConnectionHeader, type FileMemory, type StoredResponse } from './file-memory.ts';

const SOURCE_MAP = /\.map(\.(br|gz))?$/i;

/** Returns whether a file is a source map. These are kept with a release for its developers and never served. */
export const isSourceMap = (file: string): boolean => SOURCE_MAP.test(file);

/**
 * The only file of a release that may change: the same files can be signed again, for another commit or with another
 * key.
 */
const SIGNATURE = 'release.json';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
const FILE_MAX_BYTES = 1024 * 1024;

/**
 * Reads a file's response completely, if it may be kept. The headers are the plug-in's, so that the memory adds no
 * rules of its own.
 */
const readResponse = async (reply: FastifyReply, payload: unknown): Promise<StoredResponse | undefined> => {
  const length = Number(reply.getHeader('content-length') ?? Number.NaN);
  if (reply.statusCode !== 200 || !(payload instanceof Readable) || !(length <= FILE_MAX_BYTES)) return undefined;
  return { headers: { ...(reply.getHeaders() as StoredResponse['headers']) }, body: await buffer(payload) };
};

/**
 * Serves a folder, with the compressed files that builds put beside the originals, and keeps the responses in the
 * memory.
 */
export async function addStaticFiles(
  app: FastifyInstance,
  root: string,
  prefix: string,
  memory: FileMemory,
): Promise<void> {
  await app.register(async (files) => {
    files.addHook('onSend', async ({ raw: request }, reply, payload) => {
      omitConnectionHeader(reply.raw);
      const response = memory.mayKeep(request) ? await readResponse(reply, payload) : undefined;
      if (!response) return payload;
      memory.keep(request, response);
      return response.body;
    });
    await files.register(fastifyStatic, {
      root,
      prefix,
      decorateReply: false,
      preCompressed: true,
      index: false,
      // Hashed file names and folders named by their content never change meaning: there is nothing to revalidate.
      // The folder of an adopted build is named by its version, and nothing is ever published there again.
      immutable: true,
      maxAge: YEAR_MS,
      etag: false,
      lastModified: false,
      setHeaders: (reply) => void reply.setHeader('vary', 'accept-encoding'),
      allowedPath: (file) => !isSourceMap(file) && path.basename(file) !== SIGNATURE,
    });
  });
}
