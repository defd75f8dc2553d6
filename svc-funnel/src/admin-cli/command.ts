import type { Lessons } from '../course/lessons/lessons.ts';
import type { PrismaService } from '../platform/prisma.ts';
import type { PaymentUpdates } from '../orders/payment-updates.service.ts';
import type { PaymentProvider } from '../payments/payment-provider.ts';
import type { WebhookService } from '../orders/webhook.service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Env } from '../platform/env.ts';
import type { Person } from './person/find-person.ts';
import type { Terminal } from './terminal.ts';

/** What the owner can put right: shown as its sentence, without a stack. */
export class OwnerError extends Error {
  override readonly name = 'OwnerError';
}

/** The command was not called as its help says. */
export class UsageError extends OwnerError {}

/** The service's own parts, as the commands use them. */
export interface OwnerDeps {
  readonly env: Env;
  readonly clock: Clock;
  readonly prisma: PrismaService;
  readonly provider: PaymentProvider;
  readonly paymentUpdates: PaymentUpdates;
  readonly webhooks: WebhookService;
  /** The lessons as their files are now. */
  readonly lessons: () => Lessons;
  /** Told whose data was erased from the database; what lies elsewhere is the caller's. */
  readonly onErased?: (erased: Pick<Person, 'addresses' | 'orderNumbers'>) => void;
}

export interface Option {
  readonly type: 'string' | 'boolean';
  /** What stands for the value in the help: `--limit <number>`. */
  readonly value?: string;
  readonly help: string;
}

/** One call of a command. */
export interface Call {
  readonly deps: OwnerDeps;
  readonly terminal: Terminal;
  /** What follows the command's name, as many as the command takes. */
  readonly args: readonly string[];
  option(name: string): string | undefined;
  flag(name: string): boolean;
  /** Shows what will be done and asks; rejects with OwnerError unless the owner says yes. */
  confirm(plan: readonly string[]): Promise<void>;
}

export interface Command {
  /** One or two words: `orders list`. */
  readonly name: string;
  /** `<order>`: must be given. `[place]`: may be given. */
  readonly args: readonly string[];
  readonly summary: string;
  /** More about it, for its own help. */
  readonly notes?: readonly string[];
  readonly options?: Readonly<Record<string, Option>>;
  /** Shows what it will do and asks; takes `--yes`. */
  readonly asks?: true;
  /** Returns the exit code; 0 when it returns nothing. */
  run(call: Call): Promise<number | void>;
}
