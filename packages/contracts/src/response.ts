import { z } from 'zod';
import { sessionId } from './session.ts';
import { byteLength, text } from './text.ts';

export const ANSWER_MAX_BYTES = 2048;

/** Body of `POST /api/responses`. Which keys exist, and which hold a JSON array, is the funnel's data, not the wire's. */
export const saveResponse = z.strictObject({
  sessionId,
  questionNumber: text(32),
  answerValue: text(ANSWER_MAX_BYTES).refine(
    (value) => byteLength(value) <= ANSWER_MAX_BYTES,
    `must have at most ${ANSWER_MAX_BYTES} bytes`,
  ),
});

/** Answer to `POST /api/responses`. */
export const savedResponse = z.strictObject({ sessionId, questionNumber: z.string() });

export type SaveResponse = z.infer<typeof saveResponse>;
