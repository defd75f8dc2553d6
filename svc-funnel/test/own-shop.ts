import { type Sandbox, startSandbox } from '@course/stripe-sandbox';
import { freshStores } from '@course/test-kit/fresh-stores';
import pg from 'pg';
import type { OwnerDeps } from '../src/admin-cli/command.ts';
import { COMMANDS } from '../src/admin-cli/commands.ts';
import { depsOf } from '../src/admin-cli/open-service.ts';
import { runOwner } from '../src/admin-cli/run.ts';
import { type Clock, systemClock } from '../src/platform/clock.ts';
import { aVisitor } from './browser.ts';
import type { Row } from './database.ts';
import { type Service, startService } from './service.ts';
import { sessionOf } from './shop.ts';

/** A shop with its own stores, because the owner's commands concern all orders in them. */
export interface OwnShop {
  readonly service: Service;
  readonly sandbox: Sandbox;
  readonly deps: OwnerDeps;
  /** Addresses and order numbers of all erased people. */
  readonly erased: string[];
  query(sql: string, values?: unknown[]): Promise<Row[]>;
  /**
   * Runs a command line. `answer`: what the owner types at a prompt, or a function that also does what happens
   * meanwhile. Without it, the command has no terminal.
   */
  run(
    line: string | readonly string[],
    answer?: string | (() => Promise<string>),
  ): Promise<{ code: number; out: string; err: string }>;
  stop(): Promise<void>;
}

interface Options {
  readonly clock?: Clock;
  readonly env?: Readonly<Record<string, string>>;
}

export async function startOwnShop({ clock = systemClock, env = {} }: Options = {}): Promise<OwnShop> {
  const [stores, sandbox] = await Promise.all([freshStores(), startSandbox({ log: () => undefined })]);
  const keys = {
    STRIPE_SECRET_KEY: sandbox.secretKey,
    STRIPE_WEBHOOK_SECRET: sandbox.webhookSecret,
    STRIPE_API_BASE: sandbox.apiBase,
  };
  const service = await startService({
    clock,
    env: { ...keys, DATABASE_URL: stores.funnelDatabaseUrl, REDIS_URL: stores.redisUrl, ...env },
  });
  sandbox.setWebhookUrl(`${service.url}/api/stripe/webhook`);
  const pool = new pg.Pool({ connectionString: stores.databaseUrl, max: 2 });
  // It is not a failure if an idle connection is lost because its server stops.
  pool.on('error', () => undefined);
  const erased: string[] = [];
  const deps: OwnerDeps = {
    ...depsOf(service.app),
    onErased: ({ addresses, orderNumbers }) => void erased.push(...addresses, ...orderNumbers),
  };
  const run: OwnShop['run'] = async (line, answer) => {
    const output = { out: '', err: '' };
    const terminal = {
      interactive: answer !== undefined,
      out: (text: string) => void (output.out += `${text}\n`),
      err: (text: string) => void (output.err += `${text}\n`),
      ask: async (question: string) => {
        output.err += question;
        return typeof answer === 'function' ? answer() : (answer ?? '');
      },
    };
    const code = await runOwner(
      { commands: COMMANDS, terminal, deps: () => Promise.resolve(deps) },
      typeof line === 'string' ? line.split(' ') : line,
    );
    return { code, ...output };
  };
  const stop = async (): Promise<void> => {
    await pool.end();
    await service.stop();
    await sandbox.stop();
    await stores.stop();
  };
  return {
    service,
    sandbox,
    deps,
    erased,
    query: async (sql, values = []) => (await pool.query<Row>(sql, values)).rows,
    run,
    stop,
  };
}

export interface Buyer {
  readonly email: string;
  readonly name: string;
  readonly sessionId: string;
  readonly orderId: string;
  readonly orderNumber: string;
}

interface BuyerOptions {
  readonly email?: string;
  readonly name?: string;
  readonly plan?: string;
}

let buyers = 0;

/** Creates a visitor who answers questions, enters an address and a name, and pays with a card at the sandbox. */
export async function aBuyer(
  { service, sandbox, query }: OwnShop,
  { email = `buyer-${(buyers += 1)}@example.com`, name = 'Annabella', plan = '4week' }: BuyerOptions = {},
): Promise<Buyer> {
  const { browser, id: sessionId } = await aVisitor(service.url, email);
  await browser.patch(`/api/sessions/${sessionId}`, { name, completedAt: new Date().toISOString() });
  await browser.post('/api/responses', { sessionId, questionNumber: 'q15', answerValue: '["business"]' });
  await browser.post('/api/responses', { sessionId, questionNumber: 'q1', answerValue: '45+' });
  const opened = await browser.post('/api/create-checkout-session', {
    plan,
    termsVersion: '2026-11-01',
    termsAcceptedAt: new Date().toISOString(),
    timeZone: 'Europe/Berlin',
  });
  await sandbox.pay(sessionOf(opened.body), { number: '4242424242424242', name, email });
  for (let tries = 0; tries < 200; tries += 1) {
    const [order] = await query('select id, number from funnel.orders where session_id = $1', [sessionId]);
    if (order) return { email, name, sessionId, orderId: String(order['id']), orderNumber: String(order['number']) };
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`no order: ${opened.text} ${service.log()}`);
}
