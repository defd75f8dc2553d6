export interface Call {
  readonly method: string;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly keepalive: boolean;
}

/** An HTTP status, a status with a body, or no network. */
export type Reply = number | { readonly status: number; readonly body: unknown } | 'offline';

type Rule = (call: Call, earlier: readonly Call[]) => Reply | undefined | Promise<Reply | undefined>;

/**
 * Replies to every request with 200 unless a rule says otherwise; the latest rule wins. Records all requests, in order.
 */
export class FakeServer {
  readonly calls: Call[] = [];
  private readonly rules: Rule[] = [];

  /** `rule` returns a reply, or undefined to leave the request to earlier rules. */
  when(rule: Rule): this {
    this.rules.unshift(rule);
    return this;
  }

  /** Replies in this order to requests whose method and path begin with `start`, then as before. */
  script(start: string, ...replies: readonly Reply[]): this {
    const left = [...replies];
    return this.when((call) => (`${call.method} ${call.path}`.startsWith(start) ? left.shift() : undefined));
  }

  /** All requests as `POST /api/responses`, in the order of arrival. */
  get lines(): string[] {
    return this.calls.map(({ method, path }) => `${method} ${path}`);
  }

  to(start: string): Call[] {
    return this.calls.filter((call) => `${call.method} ${call.path}`.startsWith(start));
  }

  readonly fetch = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as Call['body']) : {};
    const call = { method: init.method ?? 'GET', path, body, keepalive: init.keepalive ?? false };
    const earlier = [...this.calls];
    this.calls.push(call);
    const reply = await this.replyTo(call, earlier);
    if (reply === 'offline') throw new TypeError('Failed to fetch');
    return typeof reply === 'number'
      ? Response.json({}, { status: reply })
      : Response.json(reply.body, { status: reply.status });
  };

  private async replyTo(call: Call, earlier: readonly Call[]): Promise<Reply> {
    for (const rule of this.rules) {
      const reply = await rule(call, earlier);
      if (reply !== undefined) return reply;
    }
    return 200;
  }
}
