import type { Stores } from '@course/test-kit/test-stores';
import type { Clock } from '../../src/platform/tokens.ts';
import { startService, type Service } from '../../src/service.ts';
import { envFor } from './builders.ts';

export const TOKEN = 'a-token-of-this-test-0123456789-abcdef';

/** Starts a service with the insights enabled and without a writer. */
export const startInsights = (
  stores: Stores,
  overrides: Record<string, string> = {},
  clock?: Clock,
): Promise<Service> =>
  startService(
    envFor(stores, { WRITER: 'off', INSIGHTS_TOKEN: TOKEN, ANALYST_URL: stores.analystUrl, ...overrides }),
    clock,
  );

/** The description of a call in openapi.json. */
interface DescribedCall {
  readonly parameters: readonly { readonly name: string }[];
  readonly responses: Readonly<
    Record<
      number,
      {
        readonly content: Readonly<
          Record<
            string,
            {
              readonly schema: {
                readonly properties: { readonly rows: { readonly items: { readonly properties: object } } };
              };
            }
          >
        >;
      }
    >
  >;
}

/**
 * The members of responses that tests inspect: errors have the first two, charts the next two, openapi.json the last.
 */
interface Body {
  readonly code: string;
  readonly message: string;
  readonly sql: string;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly paths: Readonly<Record<string, { readonly get: DescribedCall }>>;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  readonly text: string;
  /** Empty if the response is not JSON. */
  readonly json: Partial<Body>;
}

const parsed = (text: string): Partial<Body> => {
  try {
    return JSON.parse(text) as Partial<Body>;
  } catch {
    return {};
  }
};

/** Calls to the insights of a running service. */
export const insightsOf = (port: number) => {
  const call = async (path: string, init: RequestInit = {}): Promise<Reply> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const text = new TextDecoder().decode(bytes);
    return { status: response.status, headers: response.headers, bytes, text, json: parsed(text) };
  };
  const open = (token: string, headers: Record<string, string> = {}): Promise<Reply> =>
    call('/api/insights/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ token }),
    });
  /** Returns the Cookie header of a browser with access. */
  const cookie = async (): Promise<string> => (await open(TOKEN)).headers.get('set-cookie')?.split(';')[0] ?? '';
  return { call, open, cookie };
};
