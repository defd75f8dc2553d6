import { z } from 'zod';
import { remoteName, remoteVersion } from '../contract/descriptor.ts';
import { previewName, reason, releaseId } from '../contract/release.ts';
import { PREVIEW_DAYS } from '../registry/preview-link.ts';
import { PUBLISHING_ERRORS } from './errors.ts';

/** The publishing API's requests and responses, as it validates them and as its OpenAPI document describes them. */

const problem = z.object({ statusCode: z.int(), code: z.string(), message: z.string() });
const auditReason = reason.describe('For the audit log.');
const why = auditReason.default('');
const wanted = z.union([releaseId, remoteVersion]).describe('The name of a release, or its version.');
const share = z.number().min(1).max(100).describe('Of 100 visitors.');
const promote = z.boolean().default(false).describe('It becomes live automatically once it is judged good.');
const days = z.int().min(1).max(30);
export const params = z.object({ remote: remoteName });

export const listQuery = z.object({
  verify: z
    .enum(['true', 'false'])
    .optional()
    .describe('"false" does not read the files of live releases, so "problem" is null.'),
});

/** Form fields are strings. */
const number = (form: z.ZodType<number, number>) => z.string().transform(Number).pipe(form);
export const publishFields = z
  .strictObject({ why, share: number(share).optional(), promote: z.stringbool().default(false) })
  .refine((fields) => fields.share !== undefined || !fields.promote, {
    path: ['promote'],
    error: 'needs "share": without it the release goes live for everybody at once',
  });
export const previewFields = z.strictObject({ why, name: previewName, days: number(days).default(PREVIEW_DAYS) });

export const promoteBody = z.object({ release: wanted.optional(), why });
export const rollbackBody = promoteBody;
export const canaryBody = z.object({ release: wanted, share, promote, why });
export const abortBody = z.object({ why: auditReason.min(1) });
export const endPreviewBody = z.object({ name: previewName, why });

export const json = (schema: z.ZodType): object => {
  const form: object = z.toJSONSchema(schema, { target: 'draft-7', io: 'input' });
  // The document declares its dialect once.
  return Object.fromEntries(Object.entries(form).filter(([key]) => key !== '$schema'));
};

const REFUSALS = Object.fromEntries(
  [...new Set(Object.values(PUBLISHING_ERRORS).map(({ status }) => status))].map((status) => [
    status,
    { description: sentencesOf(status), ...json(problem) },
  ]),
);

function sentencesOf(status: number): string {
  return Object.entries(PUBLISHING_ERRORS)
    .filter(([, error]) => error.status === status)
    .map(([code, { message }]) => `${code}: ${message}`)
    .join(' ');
}

/** Returns the schema of a route: its purpose, its successful response, and all refusals. */
export const described = (summary: string, ok: z.ZodType, rest: object = { params: json(params) }) => ({
  summary,
  security: [{ token: [] }],
  response: { 200: { description: 'Done.', ...json(ok) }, ...REFUSALS },
  ...rest,
});
