import { batchAnswer } from '@course/contracts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

export interface Call {
  readonly method?: string;
  /** A string is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

const PAGE_VIEWS = '/api/page-views';

/** How tests speak to a running service. */
export const callsTo = (port: number) => {
  const call = async (path: string, { method = 'GET', body, headers = {} }: Call = {}): Promise<Answer> => {
    const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
    const type: Record<string, string> = text === undefined ? {} : { 'content-type': 'application/json' };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      body: text ?? null,
      headers: { ...type, ...headers },
    });
    const answer: unknown = await response.json();
    return { status: response.status, headers: response.headers, body: answer as Record<string, unknown> };
  };
  const enter = (body: unknown, headers?: Record<string, string>) =>
    call(PAGE_VIEWS, { method: 'POST', body, ...(headers ? { headers } : {}) });
  const exit = (id: string, body: unknown) => call(`${PAGE_VIEWS}/${id}`, { method: 'PATCH', body });
  const batch = (body: unknown, headers?: Record<string, string>) =>
    call(`${PAGE_VIEWS}/batch`, { method: 'POST', body, ...(headers ? { headers } : {}) });
  return { call, enter, exit, batch };
};

export type Calls = ReturnType<typeof callsTo>;

/** The results out of a batch's answer. */
export const resultsOf = ({
  body,
}: Answer): readonly { status: number; id?: string; code?: string; message?: string }[] =>
  batchAnswer.parse(body).results;

/** The id out of an answer that took a page view. */
export const idOf = ({ status, body }: Answer): string => {
  if (status >= 300 || typeof body['id'] !== 'string') throw new Error(`Not taken: ${status} ${JSON.stringify(body)}`);
  return body['id'];
};
