import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import type { Random } from '@course/test-kit/seeded-random';
import { bundleProgram, type BundledProgram } from '../bundle-program.ts';
import type { FromSender, ToSender } from './sender-messages.ts';

/** How likely things go wrong, each 0 to 1. */
export interface Trouble {
  /** That the process dies around a statement or mail of a send. */
  readonly sendDeath: number;
  /** Around a statement of queueing what is due. */
  readonly queueDeath: number;
  /** After so many deaths there are no more. */
  readonly mostDeaths: number;
  /** That the mail server refuses a mail for now. */
  readonly failures: number;
}

export interface SenderOptions {
  readonly databaseUrl: string;
  readonly random: Random;
  readonly trouble: Trouble;
  readonly onAccept: (mail: {
    readonly messageId: string;
    readonly to: string;
    readonly at: number;
    readonly pid: number;
  }) => void;
  readonly onRefused: (messageId: string) => void;
  /** A process died; resolves when what it left behind is written down. */
  readonly onDeath: (pid: number) => Promise<void>;
}

interface Life {
  readonly child: ChildProcess;
  readonly loaded: Promise<void>;
}

const PROGRAM = path.join(import.meta.dirname, 'sender-process.ts');

/** The worker as processes that die at any step, each followed by one that stands ready while more may die. */
export class Sender {
  readonly #options: SenderOptions;
  #program: BundledProgram | undefined;
  #time = 0;
  #current: Life | undefined;
  #spare: Life | undefined;
  #told: ((time: number) => void) | undefined;
  #isOver = false;
  deaths = 0;

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  async start(time: number): Promise<void> {
    this.#time = time;
    this.#program = await bundleProgram(PROGRAM);
    this.#spare = this.#load();
    await this.#replace();
  }

  /** Resolves once the process, or the one after it, knows the time. */
  async time(time: number): Promise<void> {
    this.#time = time;
    const told = new Promise<void>((resolve) => {
      this.#told = (known) => {
        if (known === time) resolve();
      };
    });
    this.#tellTime();
    await told;
  }

  stop(): void {
    this.#isOver = true;
    for (const life of [this.#current, this.#spare]) life?.child.kill('SIGKILL');
    this.#program?.remove();
  }

  get #mayDie(): boolean {
    return this.deaths < this.#options.trouble.mostDeaths;
  }

  #load(): Life {
    const { databaseUrl, random } = this.#options;
    const child = fork(this.#program?.file ?? '', [databaseUrl, String(random.below(2 ** 31))], {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const loaded = new Promise<void>((resolve) => child.once('message', () => resolve()));
    child.on('message', (message: FromSender) => this.#hear(child, message));
    child.on('error', () => undefined);
    return { child, loaded };
  }

  async #replace(): Promise<void> {
    const life = this.#spare ?? this.#load();
    this.#current = life;
    this.#spare = this.#mayDie ? this.#load() : undefined;
    await life.loaded;
    life.child.once('exit', () => void this.#died(life));
    this.#tellTime();
    this.#tell({ kind: 'begin' });
  }

  async #died({ child }: Life): Promise<void> {
    if (this.#isOver) return;
    this.deaths += 1;
    await this.#options.onDeath(child.pid ?? 0);
    await this.#replace();
  }

  #hear(child: ChildProcess, message: FromSender): void {
    if (message.kind === 'accept') {
      const { messageId, to, at, ask } = message;
      this.#options.onAccept({ messageId, to, at, pid: child.pid ?? 0 });
      if (child.connected) child.send({ kind: 'answer', ask } satisfies ToSender, () => undefined);
    } else if (message.kind === 'refused') {
      this.#options.onRefused(message.messageId);
    } else if (message.kind === 'told') {
      this.#told?.(message.time);
    }
  }

  #tellTime(): void {
    const { sendDeath, queueDeath, failures } = this.#options.trouble;
    const deaths = this.#mayDie ? { sendDeath, queueDeath } : { sendDeath: 0, queueDeath: 0 };
    this.#tell({ kind: 'time', now: this.#time, ...deaths, failures });
  }

  #tell(message: ToSender): void {
    const child = this.#current?.child;
    if (child?.connected) child.send(message, () => undefined);
  }
}
