import { CLIENT_ERROR_CODES, clientError, releaseName, seconds, vitals } from '@course/contracts';
import { z } from 'zod';
import { rowOf, type PageViewRow } from './page-view-row.ts';

const ms = z.int().min(0).max(253_402_300_799_999);
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
  /** Absent for a person, to keep lines short. */
  isBot: z.literal(true).optional(),
  /** Absent for a visitor. */
  isOwner: z.literal(true).optional(),
  release: releaseName.optional(),
  isPreview: z.literal(true).optional(),
});

const exit = z.strictObject({
  kind: z.literal('exit'),
  id,
  exitedAt: ms,
  timeSpentSeconds: seconds,
  totalSeconds: seconds.optional(),
  clamped: z.boolean(),
  vitals: vitals.optional(),
});

const { remote, release, screen } = clientError.shape;

/** An error that a browser reported in the page view `id`. */
const error = z.strictObject({
  kind: z.literal('error'),
  id,
  code: z.enum(CLIENT_ERROR_CODES),
  remote,
  release,
  screen,
  reportedAt: ms,
});

const streamEvent = z.discriminatedUnion('kind', [enter, exit, error]);

/**
 * Something that happened to or in a page view, as a line of JSON. Dead letters are such lines because people read
 * them, and are replayed into the stream unchanged. Browser errors are such lines because they are rare. Earlier
 * releases of this service also wrote views and exits in this form.
 */
export type StreamEvent = z.infer<typeof streamEvent>;
export type EnterEvent = z.infer<typeof enter>;
export type ExitEvent = z.infer<typeof exit>;
export type PageViewEvent = EnterEvent | ExitEvent;
export type ClientErrorEvent = z.infer<typeof error>;

/** Converts an event to a row. */
export const rowOfEvent = (event: PageViewEvent): PageViewRow =>
  rowOf({ ...event, ...(event.kind === 'exit' && event.vitals) });

/** Returns the row's values of these fields, without null and false. */
const valuesOf = (row: PageViewRow, fields: object): object =>
  Object.fromEntries(
    Object.entries(row).filter(([name, value]) => name in fields && value !== null && value !== false),
  );

/** Converts a row to equivalent events: an entry, an exit, or both. */
export const eventsOf = (row: PageViewRow): readonly PageViewEvent[] => {
  const { clamped } = row;
  const events: PageViewEvent[] = [];
  if (row.enteredAt !== null && row.sessionId !== null && row.pagePath !== null)
    events.push({ kind: 'enter', ...valuesOf(row, enter.shape), clamped } as EnterEvent);
  if (row.exitedAt !== null && row.timeSpentSeconds !== null) {
    const measured = valuesOf(row, vitals.shape);
    const isMeasured = Object.keys(measured).length > 0;
    const left = { kind: 'exit', ...valuesOf(row, exit.shape), clamped } as ExitEvent;
    events.push(isMeasured ? { ...left, vitals: measured } : left);
  }
  return events;
};

/** Encodes an event as one line. */
export const encodeEvent = (event: StreamEvent): string => JSON.stringify(event);

/** Splits an entry into its lines; `encodeEvent` writes no line breaks. */
export const linesOf = (text: string): readonly string[] => text.split('\n');

/** Throws if the text is not an event, with a message that names fields but no values. */
export const decodeEvent = (text: string): StreamEvent => {
  const result = streamEvent.safeParse(parseJson(text));
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
