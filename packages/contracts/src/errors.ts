import { z } from 'zod';
import { changedPrice, type ChangedPrice } from './checkout.ts';

/** An error's HTTP status, what was wrong and what to do, and the header `Retry-After` if it is always the same. */
interface ErrorKind {
  readonly status: number;
  readonly message: string;
  readonly retryAfterSeconds?: number;
}

/**
 * Every error of either service, by code. A thrown error names a code, and may replace the table's message with a more
 * precise one.
 */
export const ERRORS = {
  invalid_body: { status: 400, message: 'The request body is not valid. Correct the named fields and send it again.' },
  invalid_json: { status: 400, message: 'The request body is not valid JSON. Send one JSON object.' },
  invalid_http: { status: 400, message: 'This is not valid HTTP. Correct the request and send it again.' },
  invalid_path: {
    status: 400,
    message: 'This address is malformed, or contains a malformed id. Correct it and try again.',
  },
  invalid_answer: {
    status: 400,
    message:
      'An answer that is a JSON array must contain option values, which are non-empty strings. Correct it and send it again.',
  },
  too_many_questions: {
    status: 400,
    message: 'This session has reached the maximum number of answered questions. Change an existing answer instead.',
  },
  undeliverable_address: {
    status: 400,
    message: 'No mail can reach this address. Correct the part after the @, such as example.com, and send it again.',
  },
  unknown_plan: {
    status: 400,
    message: 'There is no such plan. Reload the page and choose one of the plans shown.',
  },
  unknown_pricing: { status: 400, message: 'There is no such pricing. Use discounted or original.' },
  page_outdated: {
    status: 400,
    message:
      'This page is out of date: it does not send the price that it shows. Nothing was charged. Reload the page, then try again.',
  },
  invalid_signature: {
    status: 400,
    message: 'The webhook signature does not match or is too old. Check the signing secret and the clock.',
  },
  event_mismatch: {
    status: 400,
    message: 'The event was refused. npm run owner -- webhook list says why.',
  },
  invalid_query: { status: 400, message: 'The query is not valid. Correct the named fields and try again.' },
  insights_closed: {
    status: 401,
    message:
      'The insights are not open in this browser. Open their link: /insights# and the INSIGHTS_TOKEN. npm start prints it.',
  },
  insights_token_wrong: {
    status: 403,
    message:
      'This link does not open the insights. Copy all of it: /insights# and the INSIGHTS_TOKEN. npm start prints it.',
  },
  link_missing: {
    status: 401,
    message: 'No course is open in this browser. Open the link from your latest email, or ask for a new one.',
  },
  refund_link_missing: {
    status: 401,
    message: 'The refund page opens with a link of its own. Ask for it with POST /api/course/refund-request/link.',
  },
  course_refunded: { status: 401, message: 'This purchase was refunded, and its course is closed.' },
  session_missing: {
    status: 403,
    message: 'This browser has no session yet. Create one with POST /api/sessions, then try again.',
  },
  session_foreign: {
    status: 403,
    message: 'This session belongs to another browser. Use the session this browser created.',
  },
  origin_foreign: {
    status: 403,
    message: 'Requests from other sites are not accepted. Call this from the funnel itself.',
  },
  session_unknown: {
    status: 404,
    message: 'There is no such session for this browser. Create one with POST /api/sessions.',
  },
  checkout_unknown: { status: 404, message: 'There is no such checkout for this browser. Start again from the offer.' },
  page_view_unknown: { status: 404, message: 'There is no such page view. Use the id that the entry returned.' },
  link_unknown: { status: 404, message: 'This link is not valid or has expired. Ask for a new one.' },
  lesson_unknown: { status: 404, message: 'This lesson cannot be read here. Go back to the list of your lessons.' },
  resource_unknown: {
    status: 404,
    message: 'This page of the library cannot be read here. Go back to the list on your course page.',
  },
  pause_out_of_range: {
    status: 400,
    message: 'A pause ends on a day after today, at most a year ahead. Choose another day.',
  },
  unknown_time_zone: { status: 400, message: 'There is no such time zone. Send one such as Europe/Berlin.' },
  course_not_running: {
    status: 409,
    message: 'This course sends no more lessons, so there is nothing to change. Your lessons stay where they are.',
  },
  other_order: {
    status: 409,
    message: 'Another purchase has been opened in this browser since. Reload the page, then try again.',
  },
  lesson_under_way: {
    status: 409,
    message: 'Your previous lesson is still being sent. Wait until it has arrived, then try again.',
  },
  lessons_of_today: {
    status: 409,
    message: 'You have received the most lessons possible for one day. The next one comes on another day.',
  },
  picture_unknown: { status: 404, message: 'There is no such picture. Open the lesson again on your course page.' },
  route_unknown: { status: 404, message: 'There is nothing at this address. Check the method and the path.' },
  request_timeout: { status: 408, message: 'The request did not arrive in time. Send it again.' },
  session_taken: { status: 409, message: 'This session id is taken. Make a new id and try again.' },
  offer_ended: { status: 409, message: 'The discount has ended. Show the original price and request that.' },
  price_changed: {
    status: 409,
    message: 'The price has changed. Nothing was charged. Show the new price and repeat the request with it.',
  },
  address_fixed: { status: 409, message: 'The address of this order can no longer be changed here. Write to support.' },
  purchase_declined: { status: 403, message: 'This cannot be bought online with these details. Write to support.' },
  already_paid: {
    status: 409,
    message: 'This visitor has already bought a plan. Confirm with again: true to buy another.',
  },
  resume_ended: { status: 409, message: 'The emails cannot be started again from here. Write to support.' },
  body_too_large: { status: 413, message: 'The request body is too large. Send less.' },
  unsupported_type: { status: 415, message: 'Send the body as application/json.' },
  rate_limited: { status: 429, message: 'Too many requests. Wait as long as Retry-After says, then try again.' },
  headers_too_large: { status: 431, message: 'The address or the headers are too large. Send less.' },
  internal: { status: 500, message: 'Something went wrong here. Try again in a moment.' },
  payment_unavailable: {
    status: 502,
    message: 'The payment provider did not answer. Nothing was charged; try again in a moment.',
  },
  insights_unset: {
    status: 503,
    message:
      'The insights have no database address. Set ANALYST_URL to the read-only role’s address and restart svc-tracking.',
  },
  insights_slow: {
    status: 503,
    message: 'The query took longer than 10 s and was cancelled. Ask for fewer days, then try again.',
  },
  store_full: {
    status: 503,
    message: 'The store is full at the moment. Nothing was accepted; try again after the time in Retry-After.',
    retryAfterSeconds: 10,
  },
  store_unavailable: {
    status: 503,
    message: 'The store cannot be reached. Nothing was lost; try again after the time in Retry-After.',
    retryAfterSeconds: 5,
  },
  upstream_timeout: {
    status: 504,
    message: 'The service did not answer in time. Try again after the time in Retry-After.',
    retryAfterSeconds: 2,
  },
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof ERRORS;

/** The shape of every error response. Only `price_changed` has `price` and `plans`. */
export const errorBody = z.strictObject({
  statusCode: z.int(),
  code: z.string(),
  message: z.string(),
  ...changedPrice.partial().shape,
});
export type ErrorBody = z.infer<typeof errorBody>;

/** An error as callers see it. `detail` and `retryAfterSeconds` replace what the table says. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly retryAfterSeconds: number | undefined;
  readonly #changed: ChangedPrice | undefined;

  constructor(
    code: ErrorCode,
    detail?: string,
    options: { retryAfterSeconds?: number; changed?: ChangedPrice; cause?: unknown } = {},
  ) {
    const kind: ErrorKind = ERRORS[code];
    super(detail ?? kind.message, { cause: options.cause });
    this.name = 'ApiError';
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds ?? kind.retryAfterSeconds;
    this.#changed = options.changed;
  }

  get statusCode(): number {
    return ERRORS[this.code].status;
  }

  toBody(): ErrorBody {
    return { statusCode: this.statusCode, code: this.code, message: this.message, ...this.#changed };
  }
}

/** Returns a sentence about zod's issues that names fields but never repeats values. */
export const describeIssues = (
  issues: readonly { path: PropertyKey[]; message: string; code?: string | undefined; keys?: string[] }[],
): string => issues.map((issue) => `${issue.path.map(String).join('.') || 'body'}: ${issue.message}`).join('; ');
