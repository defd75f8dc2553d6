import type { Readable, Writable } from 'node:stream';

const END = '\0';
const TIMEOUT_MS = 15_000;

interface CommandResponse {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** Sends a command of the DevTools protocol and resolves to its result. Rejects if it fails or the browser is gone. */
export type Command = <Result = unknown>(method: string, params?: object) => Promise<Result>;

/**
 * A connection to a browser started with `--remote-debugging-pipe`. Does not use Playwright, which keeps every page
 * visible and waits for loads that do not happen with the back/forward cache.
 */
export class DevTools {
  private last = 0;
  private readonly waiting = new Map<number, (response: CommandResponse) => void>();

  constructor(
    private readonly commands: Writable,
    responses: Readable,
  ) {
    let rest = '';
    responses.setEncoding('utf8').on('data', (chunk: string) => {
      const messages = (rest + chunk).split(END);
      rest = messages.pop() ?? '';
      for (const message of messages) this.receive(JSON.parse(message) as CommandResponse);
    });
    responses.on('close', () => this.failAll());
    commands.on('error', () => this.failAll());
  }

  /** Returns a function that sends commands to the browser itself, or to a page through its session. */
  to(sessionId?: string): Command {
    return async <Result>(method: string, params: object = {}) => {
      const { result, error } = await this.send({ method, params, sessionId });
      if (error) throw new Error(`${method}: ${error.message}`);
      return result as Result;
    };
  }

  private send(message: object): Promise<CommandResponse> {
    const id = ++this.last;
    return new Promise((resolve) => {
      const timeout = setTimeout(
        () => this.receive({ id, error: { message: `no response in ${TIMEOUT_MS} ms` } }),
        TIMEOUT_MS,
      );
      this.waiting.set(id, (response) => {
        clearTimeout(timeout);
        resolve(response);
      });
      this.commands.write(JSON.stringify({ id, ...message }) + END);
    });
  }

  private receive(response: CommandResponse): void {
    if (response.id === undefined) return;
    this.waiting.get(response.id)?.(response);
    this.waiting.delete(response.id);
  }

  private failAll(): void {
    for (const resolve of this.waiting.values()) resolve({ error: { message: 'the browser is gone' } });
    this.waiting.clear();
  }
}
