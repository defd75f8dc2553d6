import type { ErrorBody, ErrorCode } from '@course/contracts';

/** Rejects with a Failure if the service refuses or its response cannot be read, otherwise as fetch does. */
export const fetchJson = async (address: string, signal?: AbortSignal): Promise<unknown> => {
  const response = await fetch(address, { headers: { accept: 'application/json' }, ...(signal ? { signal } : {}) });
  if (!response.ok) throw await refusalOf(response);
  return response.status === 204 ? undefined : bodyOf(response);
};

/** The same for calls that change something and have no response body. */
export const send = async (
  address: string,
  { method, body }: { readonly method: 'POST' | 'PUT' | 'DELETE'; readonly body?: unknown },
): Promise<void> => {
  const content =
    body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(address, { method, ...content });
  if (!response.ok) throw await refusalOf(response);
};

/** Rejects as fetch does if the body breaks off or is aborted, and with a Failure if a complete body is not JSON. */
const bodyOf = async (response: Response): Promise<unknown> => {
  try {
    return await response.json();
  } catch (error) {
    throw error instanceof SyntaxError ? failureOf(response.status, undefined) : error;
  }
};

/** A refusal in the service's own words, or a response that cannot be read. */
class Failure extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = 'Failure';
  }
}

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' && body !== null && 'code' in body && 'message' in body;

const UNREADABLE = 'The service sent a response that this page cannot read. Try again in a moment.';

const failureOf = (status: number, body: unknown): Failure =>
  isErrorBody(body) ? new Failure(status, body.code, body.message) : new Failure(status, 'unreadable', UNREADABLE);

/** Never rejects: a refusal with an unreadable body is still a refusal. */
const refusalOf = async (response: Response): Promise<Failure> =>
  failureOf(response.status, await response.json().catch(() => undefined));

const hasCode = (error: unknown, code: ErrorCode): boolean => error instanceof Failure && error.code === code;

/** True if the session has ended or never began. */
export const isClosed = (error: unknown): boolean => hasCode(error, 'insights_closed');

export const isWrongToken = (error: unknown): boolean => hasCode(error, 'insights_token_wrong');

/** True if the same request may succeed later: after 429, 5xx and network failures. */
export const isTemporary = (error: unknown): boolean =>
  !(error instanceof Failure) || error.status === 429 || error.status >= 500;

export const messageOf = (error: unknown): string =>
  error instanceof Failure ? error.message : 'The service cannot be reached. Check the connection, then try again.';
