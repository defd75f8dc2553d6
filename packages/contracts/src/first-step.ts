import { z } from 'zod';
import { email } from './session.ts';
import { text } from './text.ts';

/**
 * Body of `POST /api/first-step`: the state of the checkbox on /email. `consentVersion` names the wording that was
 * ticked; null if the box is not ticked, which withdraws an earlier consent of this session.
 */
export const askFirstStep = z.strictObject({ email, consentVersion: text(40).nullable() });

/**
 * Response to `POST /api/first-step/confirm`. `confirmed`: the first step is on its way, or was sent before. `ended`:
 * nothing is sent, because the request is too old, was withdrawn or replaced, or its visitor has bought the course.
 */
export const confirmedFirstStep = z.strictObject({ status: z.enum(['confirmed', 'ended']) });

/** Response to `POST /api/first-step/unsubscribe/{token}`. */
export const leftFirstStep = z.strictObject({ status: z.literal('unsubscribed') });

export type AskFirstStep = z.infer<typeof askFirstStep>;
export type ConfirmedFirstStep = z.infer<typeof confirmedFirstStep>;
export type LeftFirstStep = z.infer<typeof leftFirstStep>;
