import { randomBytes } from 'node:crypto';
import { callHttp, type HttpResponse, type HttpCall } from '@course/test-kit/call-http';
import { CURRENCY, DEFAULT_PRICING, findPlan, priceOf, type Pricing } from '@course/funnel';

export const aSessionId = (): string => `session_1700000000000_${randomBytes(16).toString('base64url')}`;

export interface Answer extends HttpResponse {
  /** The parsed body; undefined if it is not JSON. */
  readonly body: unknown;
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const CHECKOUT = '/api/create-checkout-session';

/** Adds the price that the page shows, as current pages do, unless the body already states it. */
function withShownPrice(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || 'shown' in body || !('plan' in body)) return body;
  const { plan: key, pricing = DEFAULT_PRICING } = body as { plan: unknown; pricing?: Pricing };
  const plan = typeof key === 'string' ? findPlan(key) : undefined;
  return plan ? { ...body, shown: { amountCents: priceOf(plan, pricing), currency: CURRENCY } } : body;
}

/** Calls the service as a browser does: keeps its cookie and sends it along. */
export class Browser {
  cookie: string | undefined;

  constructor(
    readonly url: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  async send(
    method: string,
    path: string,
    init: { body?: HttpCall['body']; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const headers = new Headers({ ...this.headers, ...init.headers });
    if (this.cookie !== undefined) headers.set('cookie', this.cookie);
    const answer = await callHttp(this.url + path, { method, body: init.body, headers });
    const bound = answer.headers.getSetCookie()[0]?.split(';')[0];
    if (bound !== undefined) this.cookie = bound;
    return { ...answer, body: parse(answer.text) };
  }

  json(method: string, path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send(method, path, {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
  }

  get(path: string): Promise<Answer> {
    return this.send('GET', path);
  }

  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer> {
    return this.json('POST', path, path === CHECKOUT ? withShownPrice(body) : body, headers);
  }

  patch(path: string, body: unknown): Promise<Answer> {
    return this.json('PATCH', path, body);
  }
}

/** Repeats a call while it is answered with 503, as the visitor's outbox and Stripe do. */
export async function untilTaken(call: () => Promise<Answer>): Promise<Answer> {
  let answer = await call();
  for (let repeats = 0; answer.status === 503 && repeats < 20; repeats += 1) answer = await call();
  return answer;
}

/** Returns a browser with its own session. */
export async function aVisitor(url: string, email?: string): Promise<{ browser: Browser; id: string }> {
  const [browser, id] = [new Browser(url), aSessionId()];
  const created = await untilTaken(() => browser.post('/api/sessions', { id }));
  if (created.status !== 201) throw new Error(`no session: ${created.status} ${created.text}`);
  if (email !== undefined) await untilTaken(() => browser.patch(`/api/sessions/${id}`, { email }));
  return { browser, id };
}
