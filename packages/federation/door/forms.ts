import { z } from 'zod';
import { remoteName, remoteVersion } from '../contract/descriptor.ts';
import { previewName, reason, releaseId } from '../contract/release.ts';
import { PREVIEW_DAYS } from '../registry/preview-link.ts';
import { DOOR_ERRORS } from './errors.ts';

/** What the door takes, and how its OpenAPI document describes that and what it sends back. */

const problem = z.object({ statusCode: z.int(), code: z.string(), message: z.string() });
const told = reason.describe('Goes into the audit log.');
const why = told.default('');
const wanted = z.union([releaseId, remoteVersion]).describe('The name of a release, or its version.');
const share = z.number().min(1).max(100).describe('Of 100 visitors.');
const promote = z.boolean().default(false).describe('It becomes live by itself once it is judged good.');
const days = z.int().min(1).max(30);
export const params = z.object({ remote: remoteName });

/** Fields of forms are texts. */
const number = (form: z.ZodType<number, number>) => z.string().transform(Number).pipe(form);
export const publishFields = z.strictObject({
  why,
  share: number(share).optional(),
  promote: z.stringbool().default(false),
});
export const previewFields = z.strictObject({ why, name: previewName, days: number(days).default(PREVIEW_DAYS) });

export const promoteBody = z.object({ release: wanted.optional(), why });
export const rollbackBody = promoteBody;
export const canaryBody = z.object({ release: wanted, share, promote, why });
export const abortBody = z.object({ why: told.min(1) });
export const endPreviewBody = z.object({ name: previewName, why });

export const json = (schema: z.ZodType): object => {
  const form: object = z.toJSONSchema(schema, { target: 'draft-7', io: 'input' });
  // The document says its dialect once.
  return Object.fromEntries(Object.entries(form).filter(([key]) => key !== '$schema'));
};

const REFUSALS = Object.fromEntries(
  [...new Set(Object.values(DOOR_ERRORS).map(({ status }) => status))].map((status) => [
    status,
    { description: sentencesOf(status), ...json(problem) },
  ]),
);

function sentencesOf(status: number): string {
  return Object.entries(DOOR_ERRORS)
    .filter(([, error]) => error.status === status)
    .map(([code, { message }]) => `${code}: ${message}`)
    .join(' ');
}

/** The description of a route: what it is for, and what it sends back when all is well. */
export const described = (summary: string, ok: z.ZodType, more: object = { params: json(params) }) => ({
  summary,
  security: [{ token: [] }],
  response: { 200: { description: 'Done.', ...json(ok) }, ...REFUSALS },
  ...more,
});
