import { z } from 'zod';
import { linkToken } from './course.ts';
import { email } from './session.ts';
import { text } from './text.ts';

/**
 * Body of `POST /api/first-step`: how the box on /email was left. `consentVersion` names the words that were ticked; null
 * if the box is not ticked, which withdraws an earlier consent of this session.
 */
export const askFirstStep = z.strictObject({ email, consentVersion: text(40).nullable() });

/** Response to it, the same whether anything is sent or not: nobody learns what else an address was used for. */
export const askedFirstStep = z.strictObject({ accepted: z.literal(true) });

/** Body of `POST /api/first-step/confirm`: the token of the link in the mail that asks. */
export const confirmFirstStep = z.strictObject({ token: linkToken });

/**
 * Response to it. `confirmed`: the first step is on its way, or was sent before. `ended`: nothing is sent, because the
 * request is too old, was withdrawn or replaced, or its visitor has bought the course.
 */
export const confirmedFirstStep = z.strictObject({ status: z.enum(['confirmed', 'ended']) });

/** Response to `POST /api/first-step/unsubscribe/{token}`. */
export const leftFirstStep = z.strictObject({ status: z.literal('unsubscribed') });

export type AskFirstStep = z.infer<typeof askFirstStep>;
export type AskedFirstStep = z.infer<typeof askedFirstStep>;
export type ConfirmFirstStep = z.infer<typeof confirmFirstStep>;
export type ConfirmedFirstStep = z.infer<typeof confirmedFirstStep>;
export type LeftFirstStep = z.infer<typeof leftFirstStep>;
