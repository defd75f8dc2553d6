import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { PayResult, Payments } from '../checkout/payments.ts';
import { findSession } from '../checkout/sessions.ts';
import { COUNTRIES } from '../checkout/tax.ts';
import type { SessionRecord } from '../store/records.ts';
import type { FirstDelivery } from '../webhooks/dispatcher.ts';
import { StripeApiError, invalid, unauthorized } from '../wire/stripe-api-error.ts';
import type { SandboxContext } from '../context.ts';
import { sameSecret } from './auth.ts';
import type { Paid, Summary } from './form-wire.ts';

export interface FormOptions {
  context: SandboxContext;
  payments: Payments;
  publishableKey: string;
  /** Duration of a bank transfer (ms). */
  transferMs: number;
  awaitFirstDelivery: FirstDelivery;
  onChange(): void;
}

const identity = { key: z.string(), clientSecret: z.string() };
const card = z.strictObject({ number: z.string(), expiry: z.string(), cvc: z.string(), name: z.string() });

const sessionRequest = z.strictObject(identity);
const contact = { email: z.string().optional(), country: z.string().optional() };
const payRequest = z.strictObject({ ...identity, card, ...contact });
const transferRequest = z.strictObject({ ...identity, arrives: z.boolean(), ...contact });
const authenticationRequest = z.strictObject({ ...identity, authentication: z.string(), agreed: z.boolean() });

function parse<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const result = schema.safeParse(body);
  // The issues are not returned, because they could contain what was typed.
  if (!result.success) throw invalid('The form sent something that the sandbox does not understand.');
  return result.data;
}

const summaryOf = ({ object, lineItems }: SessionRecord): Summary => ({
  status: object.status ?? 'open',
  amount: object.amount_total ?? 0,
  currency: object.currency ?? '',
  items: lineItems.map((item) => item.description ?? ''),
  email: object.customer_email,
  countries: object.automatic_tax.enabled ? COUNTRIES : null,
  returnUrl: object.return_url?.replaceAll('{CHECKOUT_SESSION_ID}', object.id) ?? '',
});

/** Registers the calls of the card form. A session's client secret allows its holder to read and pay that session. */
export function formRoutes(
  form: FastifyInstance,
  { context, payments, transferMs, publishableKey, awaitFirstDelivery, onChange }: FormOptions,
): void {
  const sessionFor = ({ key, clientSecret }: { key: string; clientSecret: string }): SessionRecord => {
    if (!sameSecret(key, publishableKey)) throw unauthorized('Invalid API Key provided.');
    const [id = ''] = clientSecret.split('_secret_');
    const record = findSession(context, id);
    if (!sameSecret(clientSecret, record.clientSecret))
      throw unauthorized('The client secret is not that of this session.');
    return record;
  };

  const respond = async (result: PayResult): Promise<Paid> => {
    await context.store.flushed();
    if (result.status === 'requires_action') return result;
    await awaitFirstDelivery(result.eventId);
    onChange();
    return { status: 'complete' };
  };

  // Status 200 even for a declined card, because browsers print HTTP errors to the shop's console.
  form.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof StripeApiError)) throw error;
    return reply.send({ error: error.body });
  });

  form.post('/session', async (request) => summaryOf(sessionFor(parse(sessionRequest, request.body))));

  form.post('/pay', async (request) => {
    const body = parse(payRequest, request.body);
    return respond(payments.pay(sessionFor(body).id, body.card, body));
  });

  form.post('/transfer', async (request) => {
    const body = parse(transferRequest, request.body);
    return respond(payments.transfer(sessionFor(body).id, { ...body, afterMs: transferMs }));
  });

  form.post('/authenticate', async (request) => {
    const body = parse(authenticationRequest, request.body);
    return respond(payments.authenticate(sessionFor(body).id, body.authentication, body.agreed));
  });
}
