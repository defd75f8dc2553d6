import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { fileName } from '../contract/descriptor.ts';
import { RELEASE_FILE } from '../contract/release.ts';
import { parseRelease } from '../registry/release.ts';
import type { Upload } from '../registry/uploads.ts';
import { PublishingError } from './errors.ts';

const MB = 1024 * 1024;

/** A current release has 1.4 MB in 40 files. */
export const UPLOAD_LIMITS = {
  files: 2000,
  fileBytes: 16 * MB,
  totalBytes: 64 * MB,
  /** Enough for the longest reason in any script; a longer one is truncated and then refused. */
  fieldBytes: 2000,
  fields: 4,
} as const;

const readFile = async (part: MultipartFile, room: number): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of part.file as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > room || size > UPLOAD_LIMITS.fileBytes) throw new PublishingError('upload_too_large');
    chunks.push(chunk);
  }
  if (part.file.truncated) throw new PublishingError('upload_too_large');
  return Buffer.concat(chunks);
};

/**
 * Reads a multipart form: each file of the build under its path, including `release.json`, and the fields of `form`.
 * Nothing is stored before all of it has arrived. Rejects with a `PublishingError` if it is too large, broken, or has names
 * that lead outside the build.
 */
export async function readUpload<F extends z.ZodType>(
  request: FastifyRequest,
  form: F,
): Promise<Upload & { readonly fields: z.infer<F> }> {
  if (!request.isMultipart()) throw new PublishingError('unsupported_type');
  if (Number(request.headers['content-length'] ?? 0) > UPLOAD_LIMITS.totalBytes)
    throw new PublishingError('upload_too_large');
  const files = new Map<string, Buffer>();
  let total = 0;
  const fields: Record<string, string> = {};
  const limits = {
    files: UPLOAD_LIMITS.files,
    fileSize: UPLOAD_LIMITS.fileBytes,
    fields: UPLOAD_LIMITS.fields,
    fieldSize: UPLOAD_LIMITS.fieldBytes,
    parts: UPLOAD_LIMITS.files + UPLOAD_LIMITS.fields,
    headerPairs: 20,
  };
  try {
    for await (const part of request.parts({ limits, preservePath: true })) {
      if (part.type === 'field') {
        fields[part.fieldname] = String(part.value);
        continue;
      }
      const name = fileName.safeParse(part.filename);
      if (!name.success)
        throw new PublishingError('invalid_request', `A file of the upload ${name.error.issues[0]?.message}.`);
      if (files.has(name.data)) throw new PublishingError('invalid_request', `${name.data} is in the upload twice.`);
      const body = await readFile(part, UPLOAD_LIMITS.totalBytes - total);
      total += body.length;
      files.set(name.data, body);
    }
  } catch (error) {
    if (error instanceof PublishingError || (error as { statusCode?: number }).statusCode === 413) throw error;
    throw new PublishingError('upload_broken');
  }
  const described = files.get(RELEASE_FILE);
  if (!described) throw new PublishingError('invalid_request', `${RELEASE_FILE} is missing in the upload.`);
  files.delete(RELEASE_FILE);
  const parsed = form.safeParse(fields);
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    throw new PublishingError('invalid_request', `A field of the upload is not valid. ${path.join('.')} ${message}`);
  }
  return { release: parseRelease(described), files, fields: parsed.data };
}
