import { z } from 'zod';
import { EMAIL, EMAIL_MAX, isNameLength, NAME_MAX, SESSION_ID } from './patterns.ts';
import { text } from './text.ts';

export const sessionId = z.string().regex(SESSION_ID, 'must be session_<13 digits>_<22 to 64 URL-safe characters>');

export const email = text(EMAIL_MAX).regex(EMAIL, 'must be an email address such as anna@example.com');

export const visitorName = text(400)
  .transform((value) => value.trim())
  .refine(isNameLength, `must have 1 to ${NAME_MAX} characters`);

export const timeZone = text(64).regex(/^[A-Za-z0-9_+\-/]+$/, 'must be an IANA time zone such as Europe/Berlin');

const shortTexts = z
  .record(text(64), text(512))
  .refine((value) => Object.keys(value).length <= 16, 'has too many entries');

/** Body of `POST /api/sessions`. */
export const createSession = z.strictObject({
  id: sessionId,
  timeZone: timeZone.optional(),
  utm: shortTexts.optional(),
  clickIds: shortTexts.optional(),
  variant: text(64).optional(),
});

/** Returns true if the body of a PATCH changes something. */
export const hasField = (body: object): boolean => Object.values(body).some((field) => field !== undefined);

/** Body of `PATCH /api/sessions/{id}`: at least one field. */
export const patchSession = z
  .strictObject({
    email: email.optional(),
    name: visitorName.optional(),
    completedAt: z.iso.datetime({ offset: true }).optional(),
  })
  .refine(hasField, 'must change at least one of email, name, completedAt');

/** Response to every session call. It never contains an email, a name or an answer. */
export const sessionState = z.strictObject({ id: sessionId });

export type CreateSession = z.infer<typeof createSession>;
export type PatchSession = z.infer<typeof patchSession>;
export type SessionState = z.infer<typeof sessionState>;
