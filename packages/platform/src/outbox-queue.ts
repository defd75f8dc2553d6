import { ANSWER_KEY, type RefusedWrite } from '@course/contracts';

/** A write that must reach the server once, in order. `path` has `{session}` in place of the session id. */
export interface QueuedRequest {
  readonly id: string;
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** A later request of the same topic replaces an earlier one that has not been sent yet. */
  readonly topic: string;
}

const isQueuedRequest = (value: unknown): value is QueuedRequest => {
  if (typeof value !== 'object' || value === null) return false;
  const { id, method, path, topic, body } = value as Record<keyof QueuedRequest, unknown>;
  const isText = [id, path, topic].every((field) => typeof field === 'string');
  return isText && (method === 'POST' || method === 'PATCH') && typeof body === 'object' && body !== null;
};

/** Returns whether a stored value is a list of requests: anything else could never be sent and would block the rest. */
export const areQueuedRequests = (value: unknown): value is readonly QueuedRequest[] =>
  Array.isArray(value) && value.every(isQueuedRequest);

export type StatusClass = 'delivered' | 'again' | 'session-first' | 'new-session' | 'refused';

/** Returns what an HTTP status means for a request; undefined is a network failure. From "Fetching and retrying". */
export function classifyStatus(status: number | undefined): StatusClass {
  if (status === undefined || status === 408 || status === 429 || status >= 500) return 'again';
  if (status < 400) return 'delivered';
  if (status === 403 || status === 404) return 'session-first';
  return status === 409 ? 'new-session' : 'refused';
}

/**
 * Returns whether a refusal is only about the session, or has no reason: the write may succeed with a later session.
 */
export const mayBeAcceptedLater = (code: string | undefined): boolean =>
  code === undefined || code.startsWith('session_');

const ERROR_CODE = /^[a-z_]{1,40}$/;

/** Returns the report of a refused request: where it was sent and why it was refused, never its content. */
export function refusalReport(
  { path, body }: Pick<QueuedRequest, 'path' | 'body'>,
  status: number,
  code: string | undefined,
): RefusedWrite {
  const key = body['questionNumber'];
  return {
    path,
    status,
    ...(code !== undefined && ERROR_CODE.test(code) && { code }),
    ...(typeof key === 'string' && ANSWER_KEY.test(key) && { questionKey: key }),
  };
}

export const enqueue = (queue: readonly QueuedRequest[], request: QueuedRequest): QueuedRequest[] => [
  ...queue.filter((other) => other.topic !== request.topic),
  request,
];

export const without = (queue: readonly QueuedRequest[], id: string): QueuedRequest[] =>
  queue.filter((request) => request.id !== id);

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;

/** Returns growing pauses: 1 s, 2 s, 4 s ... 60 s. */
export const pauseMs = (failures: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, failures - 1), MAX_PAUSE_MS);
