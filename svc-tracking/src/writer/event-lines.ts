import { z } from 'zod';

const ms = z.int().min(0).max(253_402_300_799_999);
const seconds = z.number().min(0).max(86_400);
const id = z.uuid();

const enter = z.strictObject({
  kind: z.literal('enter'),
  id,
  sessionId: z.string(),
  pagePath: z.string(),
  /** Milliseconds since 1970, like every time here. */
  enteredAt: ms,
  variant: z.string().optional(),
  clamped: z.boolean(),
  /** Absent for a person, which is shorter. */
  isBot: z.literal(true).optional(),
  /** Absent for a visitor. */
  isOwner: z.literal(true).optional(),
});

const exit = z.strictObject({
  kind: z.literal('exit'),
  id,
  exitedAt: ms,
  timeSpentSeconds: seconds,
  totalSeconds: seconds.optional(),
  clamped: z.boolean(),
});

const pageViewEvent = z.discriminatedUnion('kind', [enter, exit]);

/**
 * What happened to a page view, as a line of JSON. Dead letters are such lines, which a person can read, and come back into
 * the stream as they are. Releases before entries were rows also wrote them: views and exits at first, then exits only.
 */
export type PageViewEvent = z.infer<typeof pageViewEvent>;
export type EnterEvent = z.infer<typeof enter>;
export type ExitEvent = z.infer<typeof exit>;

/** One line. */
export const encodeEvent = (event: PageViewEvent): string => JSON.stringify(event);

/** The lines of one entry: JSON has no line breaks of its own. */
export const linesOf = (text: string): readonly string[] => text.split('\n');

/** Throws when the text is no event, with a message that names fields and no values. */
export const decodeEvent = (text: string): PageViewEvent => {
  const result = pageViewEvent.safeParse(parseJson(text));
  if (result.success) return result.data;
  throw new Error(
    result.error.issues.map((issue) => `${issue.path.join('.') || 'event'}: ${issue.message}`).join('; '),
  );
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('event: is not JSON');
  }
};
