import { disputeSession } from './checkout/disputes.ts';
import { failRefund } from './checkout/refunds.ts';
import { createPayments, type Payments } from './checkout/payments.ts';
import { expireDueSessions } from './checkout/sessions.ts';
import { completeDueTransfers } from './checkout/transfers.ts';
import { systemClock, type Clock } from './clock.ts';
import { createServer } from './http/server.ts';
import { createScheduler } from './scheduler.ts';
import { newSecrets } from './ids.ts';
import type { Sandbox, SandboxOptions } from './sandbox.ts';
import { openStore, type Store } from './store/store.ts';
import {
  createFirstDelivery,
  type FirstDelivery,
  createWebhookDispatcher,
  type DispatcherOptions,
} from './webhooks/dispatcher.ts';
import type { SandboxContext } from './context.ts';

export type { Sandbox, SandboxOptions } from './sandbox.ts';

const TRANSFER_MS = 20_000;

const contextOf = (clock: Clock, store: Store, { deliveries }: SandboxOptions): SandboxContext => ({
  clock,
  store,
  deliveriesOf: (type) => ({ copies: 1, delayMs: 0, ...deliveries?.(type) }),
});

/** Starts the background work: expiring sessions, completing transfers, delivering events. */
function startBackground(context: SandboxContext, options: Omit<DispatcherOptions, 'onAttemptEnd'>) {
  const webhookDispatcher = createWebhookDispatcher(context, { ...options, onAttemptEnd: () => scheduler.wake() });
  const scheduler = createScheduler(context.clock, () => {
    const next = [expireDueSessions(context), completeDueTransfers(context), webhookDispatcher.deliverDue()].filter(
      (at) => at !== undefined,
    );
    return next.length === 0 ? undefined : Math.min(...next);
  });
  scheduler.start();
  return {
    awaitFirstDelivery: createFirstDelivery(webhookDispatcher, context.clock),
    wake: scheduler.wake,
    stop: () => Promise.all([scheduler.stop(), webhookDispatcher.stop()]),
  };
}

const payWith =
  (payments: Payments, awaitFirstDelivery: FirstDelivery): Sandbox['pay'] =>
  async (
    sessionId,
    { number, expiry = '12 / 40', cvc = '123', name = 'Ada Lovelace', email, country = 'DE' } = {
      number: '4242424242424242',
    },
  ) => {
    const first = payments.pay(sessionId, { number, expiry, cvc, name }, { email, country });
    const result = first.status === 'complete' ? first : payments.authenticate(sessionId, first.authentication, true);
    if (result.status === 'complete') await awaitFirstDelivery(result.eventId);
  };

/**
 * Starts a server that implements the part of Stripe used by the shop, without real payments.
 * Rejects if the port is taken or the folder cannot be written.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { clock = systemClock, log = console.error, siteOrigin, transferMs = TRANSFER_MS } = options;
  const store = await openStore(options.dataDir, clock.now());
  const secrets = { ...newSecrets(), ...options.secrets };
  const context = contextOf(clock, store, options);
  const payments = createPayments(context);

  let url = options.webhookUrl;
  const background = startBackground(context, { url: () => url, secret: secrets.webhookSecret, log });
  const { awaitFirstDelivery, wake } = background;
  const stop = async () => {
    await server.close();
    await background.stop();
    await store.close();
  };

  const server = await createServer({
    ...secrets,
    context,
    payments,
    transferMs,
    awaitFirstDelivery,
    onChange: wake,
    siteOrigin,
    log,
  });
  const origin = await server
    .listen({ host: options.host ?? '127.0.0.1', port: options.port ?? 0 })
    .catch(async (error: unknown) => {
      await stop();
      throw error;
    });

  const thenWake =
    <Args extends unknown[], Result>(act: (...args: Args) => Result) =>
    (...args: Args): Result => {
      const result = act(...args);
      wake();
      return result;
    };
  const transfer: Sandbox['transfer'] = async (sessionId, outcome) => {
    const result = payments.transfer(sessionId, { ...outcome, afterMs: transferMs });
    if (result.status === 'complete') await awaitFirstDelivery(result.eventId);
    wake();
  };
  return {
    ...secrets,
    transfer,
    failRefund: thenWake((sessionId: string) => failRefund(context, sessionId)),
    dispute: thenWake((sessionId: string) => disputeSession(context, sessionId).id),
    apiBase: origin,
    origin,
    scriptUrl: `${origin}/v1/stripe.js`,
    setWebhookUrl: thenWake((next: string) => {
      url = next;
    }),
    pay: payWith(payments, awaitFirstDelivery),
    stop,
  };
}
