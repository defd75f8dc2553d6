import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { PayResult, Payments } from '../checkout/payments-service.ts';
import { findSession } from '../checkout/sessions.ts';
import type { SessionRecord } from '../store/records.ts';
import type { Announce } from '../webhooks/announce.ts';
import { Fault, invalid, unauthorized } from '../wire/fault.ts';
import type { SandboxContext } from '../context.ts';
import { sameSecret } from './auth.ts';
import type { Paid, Summary } from './form-wire.ts';

export interface FormOptions {
  context: SandboxContext;
  till: Payments;
  publishableKey: string;
  /** How long a bank transfer takes (ms). */
  transferMs: number;
  announce: Announce;
  onChange(): void;
}

const identity = { key: z.string(), clientSecret: z.string() };
const card = z.strictObject({ number: z.string(), expiry: z.string(), cvc: z.string(), name: z.string() });

const look = z.strictObject(identity);
const payment = z.strictObject({ ...identity, card, email: z.string().optional() });
const transfer = z.strictObject({ ...identity, arrives: z.boolean(), email: z.string().optional() });
const consent = z.strictObject({ ...identity, authentication: z.string(), agreed: z.boolean() });

function read<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const result = schema.safeParse(body);
  // The issues are not passed on: they could quote what was typed.
  if (!result.success) throw invalid('The form sent something that the sandbox does not understand.');
  return result.data;
}

const summaryOf = ({ object, lineItems }: SessionRecord): Summary => ({
  status: object.status ?? 'open',
  amount: object.amount_total ?? 0,
  currency: object.currency ?? '',
  items: lineItems.map((item) => item.description ?? ''),
  email: object.customer_email,
  redirect: object.redirect_on_completion === 'always',
  ...(object.return_url === undefined
    ? {}
    : { returnUrl: object.return_url.replaceAll('{CHECKOUT_SESSION_ID}', object.id) }),
});

/** What the card form asks its own server. Whoever holds a session's client secret may see and pay that session. */
export function formRoutes(
  form: FastifyInstance,
  { context, till, transferMs, publishableKey, announce, onChange }: FormOptions,
): void {
  const sessionFor = (asked: { key: string; clientSecret: string }): SessionRecord => {
    if (!sameSecret(asked.key, publishableKey)) throw unauthorized('Invalid API Key provided.');
    const [id = ''] = asked.clientSecret.split('_secret_');
    const record = findSession(context, id);
    if (!sameSecret(asked.clientSecret, record.clientSecret))
      throw unauthorized('The client secret is not that of this session.');
    return record;
  };

  const settle = async (result: PayResult): Promise<Paid> => {
    await context.store.flushed();
    if (result.status === 'requires_action') return result;
    await announce(result.eventId);
    onChange();
    return { status: 'complete' };
  };

  // A declined card is an answer like any other: as an HTTP error it would stand in the shop's browser console.
  form.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof Fault)) throw error;
    return reply.send({ error: error.body });
  });

  form.post('/session', async (request) => summaryOf(sessionFor(read(look, request.body))));

  form.post('/pay', async (request) => {
    const asked = read(payment, request.body);
    return settle(till.pay(sessionFor(asked).id, asked.card, asked.email));
  });

  form.post('/transfer', async (request) => {
    const asked = read(transfer, request.body);
    return settle(
      till.transfer(sessionFor(asked).id, { arrives: asked.arrives, afterMs: transferMs, email: asked.email }),
    );
  });

  form.post('/authenticate', async (request) => {
    const asked = read(consent, request.body);
    return settle(till.authenticate(sessionFor(asked).id, asked.authentication, asked.agreed));
  });
}
