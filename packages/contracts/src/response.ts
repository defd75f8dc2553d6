import { z } from 'zod';
import { ANSWER_KEY } from './patterns.ts';
import { sessionId } from './session.ts';
import { byteLength, text } from './text.ts';

export const ANSWER_MAX_BYTES = 2048;

/** Maximum number of different questions that one session may answer. */
export const ANSWERS_MAX = 64;

export const answerKey = z
  .string()
  .regex(ANSWER_KEY, 'must be a key such as q1: a small letter, then at most 39 small letters, digits, _ or -');

/** Body of `POST /api/responses`. Only the form of keys is checked: answers to undeclared questions are stored, too. */
export const saveResponse = z.strictObject({
  sessionId,
  questionNumber: answerKey,
  answerValue: text(ANSWER_MAX_BYTES).refine(
    (value) => byteLength(value) <= ANSWER_MAX_BYTES,
    `must have at most ${ANSWER_MAX_BYTES} bytes`,
  ),
});

/** Response to `POST /api/responses`. */
export const savedResponse = z.strictObject({ sessionId, questionNumber: z.string() });

/**
 * Body of `POST /api/refused-writes`: reports that the server permanently refused a write, without its content. `path`
 * is the request's, with `{session}` in place of the id.
 */
export const refusedWrite = z.strictObject({
  path: text(64).regex(/^(\/[a-z{][a-z}-]{0,31}){2,4}$/, 'must be a path such as /api/sessions/{session}'),
  status: z.int().min(400).max(499),
  code: text(40)
    .regex(/^[a-z_]+$/, 'must be an error code such as invalid_body')
    .optional(),
  /** The question, if the write was an answer. */
  questionKey: answerKey.optional(),
});

/** Response to `POST /api/refused-writes`. */
export const notedWrite = z.strictObject({ noted: z.literal(true) });

export type RefusedWrite = z.infer<typeof refusedWrite>;
export type SaveResponse = z.infer<typeof saveResponse>;
