/** A non-OK response. The message is `<status>: <response text, or status text>`. */
export class HttpError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  /** The parsed response, if it is JSON. */
  readonly body: unknown;

  constructor(status: number, text: string) {
    super(`${status}: ${text}`);
    this.name = 'HttpError';
    this.status = status;
    this.body = parsed(text);
    this.code = codeIn(this.body);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const codeIn = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string' ? body.code : undefined;

async function orThrow(response: Response): Promise<Response> {
  if (response.ok) return response;
  throw new HttpError(response.status, (await response.text()) || response.statusText);
}

interface SendOptions {
  /** Lets the request outlive the page. */
  readonly keepalive?: boolean;
}

/** A request without a response fails after this long, so that what waits for it can continue. */
const TIMEOUT_MS = 30_000;

/** Does what `AbortSignal.timeout` does, which Safari lacks before version 16. */
function timeLimit(): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DOMException('There was no response in time.', 'TimeoutError')), TIMEOUT_MS);
  return controller.signal;
}

/**
 * Sends a JSON body with cookies; the caller reads the response. Throws HttpError, or another error if the network
 * fails.
 */
export async function request(
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body: unknown,
  options: SendOptions = {},
): Promise<Response> {
  const response = await fetch(path, {
    method,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
    credentials: 'include',
    signal: timeLimit(),
    ...options,
  });
  return orThrow(response);
}

/** Sends a request and returns its parsed JSON response. */
export const send = async (...args: Parameters<typeof request>): Promise<unknown> => (await request(...args)).json();

/**
 * Fetches the path of the segments joined by slashes, and returns the parsed JSON. No retry, no refetch.
 * `on401: 'null'` returns null instead of throwing if the visitor may not see it.
 */
export async function read(
  segments: readonly string[],
  { on401 = 'throw' }: { on401?: 'null' | 'throw' } = {},
): Promise<unknown> {
  const response = await fetch(segments.join('/'), {
    credentials: 'include',
    signal: timeLimit(),
  });
  if (response.status === 401 && on401 === 'null') return null;
  return (await orThrow(response)).json();
}
