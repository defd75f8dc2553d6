import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import type { Random } from '@course/test-kit/seeded-random';
import { bundleProgram, type BundledProgram } from '../bundle-program.ts';
import type { FromSender, ToSender } from './sender-messages.ts';

export interface FailureRates {
  /** The probability that the process dies at a statement or mail of a send. */
  readonly sendDeath: number;
  /** The probability that the process dies at a statement of queueing what is due. */
  readonly queueDeath: number;
  /** How many processes may die at most. */
  readonly maxDeaths: number;
  /** The probability that the mail server refuses a mail temporarily. */
  readonly failures: number;
}

export interface SenderOptions {
  readonly databaseUrl: string;
  readonly random: Random;
  readonly failureRates: FailureRates;
  readonly onAccept: (mail: {
    readonly messageId: string;
    readonly to: string;
    readonly at: number;
    readonly pid: number;
  }) => void;
  readonly onRefused: (messageId: string) => void;
  /** Called after a process has died; the next one starts once the promise resolves. */
  readonly onDeath: (pid: number) => Promise<void>;
}

interface WorkerProcess {
  readonly child: ChildProcess;
  readonly loaded: Promise<void>;
}

const PROGRAM = path.join(import.meta.dirname, 'sender-process.ts');

/** The worker as a process that may die at any step. It is then replaced by a spare process that is already loaded. */
export class Sender {
  readonly #options: SenderOptions;
  #program: BundledProgram | undefined;
  #time = 0;
  #current: WorkerProcess | undefined;
  #spare: WorkerProcess | undefined;
  #onTimeSet: ((time: number) => void) | undefined;
  #isStopped = false;
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

  /** Resolves once the process, or its replacement, has set its clock. */
  async setTime(time: number): Promise<void> {
    this.#time = time;
    const isSet = new Promise<void>((resolve) => {
      this.#onTimeSet = (setTo) => {
        if (setTo === time) resolve();
      };
    });
    this.#sendTime();
    await isSet;
  }

  stop(): void {
    this.#isStopped = true;
    for (const worker of [this.#current, this.#spare]) worker?.child.kill('SIGKILL');
    this.#program?.remove();
  }

  get #mayDie(): boolean {
    return this.deaths < this.#options.failureRates.maxDeaths;
  }

  #load(): WorkerProcess {
    const { databaseUrl, random } = this.#options;
    const child = fork(this.#program?.file ?? '', [databaseUrl, String(random.below(2 ** 31))], {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const loaded = new Promise<void>((resolve) => child.once('message', () => resolve()));
    child.on('message', (message: FromSender) => this.#receive(child, message));
    child.on('error', () => undefined);
    return { child, loaded };
  }

  async #replace(): Promise<void> {
    const worker = this.#spare ?? this.#load();
    this.#current = worker;
    this.#spare = this.#mayDie ? this.#load() : undefined;
    await worker.loaded;
    worker.child.once('exit', () => void this.#onExit(worker));
    this.#sendTime();
    this.#send({ kind: 'begin' });
  }

  async #onExit({ child }: WorkerProcess): Promise<void> {
    if (this.#isStopped) return;
    this.deaths += 1;
    await this.#options.onDeath(child.pid ?? 0);
    await this.#replace();
  }

  #receive(child: ChildProcess, message: FromSender): void {
    if (message.kind === 'accept') {
      const { messageId, to, at, requestId } = message;
      this.#options.onAccept({ messageId, to, at, pid: child.pid ?? 0 });
      if (child.connected) child.send({ kind: 'accepted', requestId } satisfies ToSender, () => undefined);
    } else if (message.kind === 'refused') {
      this.#options.onRefused(message.messageId);
    } else if (message.kind === 'time-set') {
      this.#onTimeSet?.(message.time);
    }
  }

  #sendTime(): void {
    const { sendDeath, queueDeath, failures } = this.#options.failureRates;
    const deaths = this.#mayDie ? { sendDeath, queueDeath } : { sendDeath: 0, queueDeath: 0 };
    this.#send({ kind: 'time', now: this.#time, ...deaths, failures });
  }

  #send(message: ToSender): void {
    const child = this.#current?.child;
    if (child?.connected) child.send(message, () => undefined);
  }
}
