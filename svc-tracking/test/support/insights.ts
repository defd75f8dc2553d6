import type { TestStores } from '@course/stack';
import type { Clock } from '../../src/platform/tokens.ts';
import { startService, type Service } from '../../src/service.ts';
import { envFor } from './builders.ts';

export const TOKEN = 'a-token-of-this-test-0123456789-abcdef';

/** A service with the insights on, which writes no page views itself. */
export const startInsights = (stores: TestStores, overrides: Record<string, string> = {}, clock?: Clock): Promise<Service> =>
  startService(envFor(stores, { WRITER: 'off', INSIGHTS_TOKEN: TOKEN, ANALYST_URL: stores.analystUrl, ...overrides }), clock);

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  readonly text: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of every shape
  readonly json: any;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** How tests speak to the insights. */
export const insightsOf = (port: number) => {
  const call = async (path: string, init: RequestInit = {}): Promise<Reply> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const text = new TextDecoder().decode(bytes);
    return { status: response.status, headers: response.headers, bytes, text, json: parsed(text) };
  };
  const open = (token: string, headers: Record<string, string> = {}): Promise<Reply> =>
    call('/api/insights/session', { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify({ token }) });
  /** The Cookie header of a browser that was let in. */
  const cookie = async (): Promise<string> => (await open(TOKEN)).headers.get('set-cookie')?.split(';')[0] ?? '';
  return { call, open, cookie };
};
