import type { Readable, Writable } from 'node:stream';

const END = '\0';
const PATIENCE_MS = 15_000;

interface Answer {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** Sends a command of the DevTools protocol and resolves to its result. Rejects when it fails or the browser is gone. */
export type Command = <Result = unknown>(method: string, params?: object) => Promise<Result>;

/**
 * A line to a browser started with `--remote-debugging-pipe`. Not through Playwright, which keeps every page of its
 * browsers visible and waits for loads that the back/forward cache never brings.
 */
export class DevTools {
  private last = 0;
  private readonly waiting = new Map<number, (answer: Answer) => void>();

  constructor(
    private readonly commands: Writable,
    answers: Readable,
  ) {
    let rest = '';
    answers.setEncoding('utf8').on('data', (chunk: string) => {
      const messages = (rest + chunk).split(END);
      rest = messages.pop() ?? '';
      for (const message of messages) this.hear(JSON.parse(message) as Answer);
    });
    answers.on('close', () => this.hearNoMore());
    commands.on('error', () => this.hearNoMore());
  }

  /** Commands to the browser itself, or to a page through a session of its own. */
  to(sessionId?: string): Command {
    return async <Result>(method: string, params: object = {}) => {
      const { result, error } = await this.ask({ method, params, sessionId });
      if (error) throw new Error(`${method}: ${error.message}`);
      return result as Result;
    };
  }

  private ask(message: object): Promise<Answer> {
    const id = ++this.last;
    return new Promise((resolve) => {
      const late = setTimeout(
        () => this.hear({ id, error: { message: `no answer in ${PATIENCE_MS} ms` } }),
        PATIENCE_MS,
      );
      this.waiting.set(id, (answer) => {
        clearTimeout(late);
        resolve(answer);
      });
      this.commands.write(JSON.stringify({ id, ...message }) + END);
    });
  }

  private hear(answer: Answer): void {
    if (answer.id === undefined) return;
    this.waiting.get(answer.id)?.(answer);
    this.waiting.delete(answer.id);
  }

  private hearNoMore(): void {
    for (const resolve of this.waiting.values()) resolve({ error: { message: 'the browser is gone' } });
    this.waiting.clear();
  }
}
