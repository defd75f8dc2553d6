import { batchAnswer } from '@course/contracts';
import { callHttp, type HttpResponse } from '@course/test-kit/call-http';

export interface Answer extends Omit<HttpResponse, 'text'> {
  readonly body: Record<string, unknown>;
}

export interface Call {
  readonly method?: string;
  /** A string is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

const PAGE_VIEWS = '/api/page-views';

/** Calls to a running service. */
export const callsTo = (port: number) => {
  const call = async (path: string, { method = 'GET', body, headers = {} }: Call = {}): Promise<Answer> => {
    const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
    const type: Record<string, string> = text === undefined ? {} : { 'content-type': 'application/json' };
    const url = `http://127.0.0.1:${port}${path}`;
    const answer = await callHttp(url, { method, body: text, headers: { ...type, ...headers } });
    return { status: answer.status, headers: answer.headers, body: JSON.parse(answer.text) as Record<string, unknown> };
  };
  const enter = (body: unknown, headers?: Record<string, string>) =>
    call(PAGE_VIEWS, { method: 'POST', body, ...(headers ? { headers } : {}) });
  const exit = (id: string, body: unknown) => call(`${PAGE_VIEWS}/${id}`, { method: 'PATCH', body });
  const batch = (body: unknown, headers?: Record<string, string>) =>
    call(`${PAGE_VIEWS}/batch`, { method: 'POST', body, ...(headers ? { headers } : {}) });
  return { call, enter, exit, batch };
};

export type Calls = ReturnType<typeof callsTo>;

/** Returns the results in the response to a batch. */
export const resultsOf = ({
  body,
}: Answer): readonly { status: number; id?: string; code?: string; message?: string }[] =>
  batchAnswer.parse(body).results;

/** Returns the id in the response to an accepted page view. */
export const idOf = ({ status, body }: Answer): string => {
  if (status >= 300 || typeof body['id'] !== 'string')
    throw new Error(`Not accepted: ${status} ${JSON.stringify(body)}`);
  return body['id'];
};
