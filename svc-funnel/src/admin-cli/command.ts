import type { Lessons } from '../course/lessons/lessons.ts';
import type { PrismaService } from '../platform/prisma.ts';
import type { PaymentUpdatesService } from '../orders/payment-updates.service.ts';
import type { PaymentProvider } from '../payments/payment-provider.ts';
import type { WebhookService } from '../orders/webhook.service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Env } from '../platform/env.ts';
import type { Person } from './person/find-person.ts';
import type { Terminal } from './terminal.ts';

/** An error that the owner can correct: shown as its message, without a stack. */
export class OwnerError extends Error {
  override readonly name = 'OwnerError';
}

/** The command was called with invalid arguments. */
export class UsageError extends OwnerError {}

/** The parts of the service that commands use. */
export interface OwnerDeps {
  readonly env: Env;
  readonly clock: Clock;
  readonly prisma: PrismaService;
  readonly provider: PaymentProvider;
  readonly paymentUpdates: PaymentUpdatesService;
  readonly webhooks: WebhookService;
  /** Reads the lessons from their files. */
  readonly lessons: () => Lessons;
  /**
   * Called after a person's data was erased from the database, so that the caller can erase what is stored elsewhere.
   */
  readonly onErased?: (erased: Pick<Person, 'addresses' | 'orderNumbers'>) => void;
}

export interface Option {
  readonly type: 'string' | 'boolean';
  /** The value's placeholder in the help: `--limit <number>`. */
  readonly value?: string;
  readonly help: string;
}

/** One call of a command. */
export interface Call {
  readonly deps: OwnerDeps;
  readonly terminal: Terminal;
  /** The arguments after the command's name, at most as many as the command accepts. */
  readonly args: readonly string[];
  option(name: string): string | undefined;
  flag(name: string): boolean;
  /** Shows what will be done and asks for confirmation; rejects with OwnerError unless the owner agrees. */
  confirm(plan: readonly string[]): Promise<void>;
}

export interface Command {
  /** One or two words: `orders list`. */
  readonly name: string;
  /** `<order>` is required, `[place]` is optional. */
  readonly args: readonly string[];
  readonly summary: string;
  /** Details, shown in the command's own help. */
  readonly notes?: readonly string[];
  readonly options?: Readonly<Record<string, Option>>;
  /** Asks for confirmation; accepts `--yes`. */
  readonly asks?: true;
  /** Returns the exit code; 0 when it returns nothing. */
  run(call: Call): Promise<number | void>;
}
