import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { checkExpand, expandPayment, expandRefund, expandSession } from '../checkout/expand.ts';
import { closeDispute } from '../checkout/disputes.ts';
import { findPayment } from '../checkout/payment-objects.ts';
import { createRefund } from '../checkout/refunds.ts';
import { createSession, expireSession, findSession } from '../checkout/sessions.ts';
import { checkTaxBehavior } from '../checkout/tax.ts';
import { newId } from '../ids.ts';
import { parseForm, type FormHash } from '../wire/form.ts';
import { once } from '../wire/idempotency.ts';
import { disputeParams, expandParams, refundParams } from '../wire/payment-params.ts';
import { sessionParams } from '../wire/session-params.ts';
import { validate } from '../wire/validate.ts';
import type { SandboxContext } from '../context.ts';
import { checkSecretKey } from './auth.ts';

export interface ApiOptions {
  context: SandboxContext;
  secretKey: string;
  /** Called after every change, which may have created an event. */
  onChange(): void;
}

type ById = { Params: { id: string } };

const bodyForm = (request: FastifyRequest) => parseForm(typeof request.body === 'string' ? request.body : '');
const queryForm = (request: FastifyRequest) => parseForm(request.url.split('?')[1] ?? '');
const keyOf = (request: FastifyRequest) => request.headers['idempotency-key']?.toString();

/** Registers the calls of Stripe's API that the shop's server makes, under `/v1`. */
export function apiRoutes(api: FastifyInstance, { context, secretKey, onChange }: ApiOptions): void {
  api.addHook('onRequest', async (request, reply) => {
    reply.header('request-id', newId('req', 14));
    checkSecretKey(request.headers.authorization, secretKey);
  });

  const write = async (request: FastifyRequest, reply: FastifyReply, form: FormHash, execute: () => unknown) => {
    const response = once(context, keyOf(request), request.url, form, execute);
    await context.store.flushed();
    onChange();
    if (response.replayed) reply.header('idempotent-replayed', 'true');
    return reply.code(response.status).send(response.body);
  };

  api.post('/checkout/sessions', (request, reply) => {
    const form = bodyForm(request);
    const params = validate(sessionParams, form);
    checkTaxBehavior(params);
    checkExpand('session', params.expand);
    return write(request, reply, form, () => expandSession(context, createSession(context, params), params.expand));
  });

  api.get<ById>('/checkout/sessions/:id', (request, reply) => {
    const { expand } = validate(expandParams, queryForm(request));
    checkExpand('session', expand);
    return reply.send(expandSession(context, findSession(context, request.params.id), expand));
  });

  api.post<ById>('/checkout/sessions/:id/expire', (request, reply) => {
    const form = bodyForm(request);
    const { expand } = validate(expandParams, form);
    checkExpand('session', expand);
    return write(request, reply, form, () => expandSession(context, expireSession(context, request.params.id), expand));
  });

  api.post('/refunds', (request, reply) => {
    const form = bodyForm(request);
    const params = validate(refundParams, form);
    checkExpand('refund', params.expand);
    return write(request, reply, form, () => expandRefund(context, createRefund(context, params), params.expand));
  });

  api.get<ById>('/payment_intents/:id', (request, reply) => {
    const { expand } = validate(expandParams, queryForm(request));
    checkExpand('payment', expand);
    return reply.send(expandPayment(findPayment(context, request.params.id, 'intent'), expand));
  });

  // In Stripe's test mode the submitted evidence decides the dispute: https://docs.stripe.com/testing
  api.post<ById>('/disputes/:id', (request, reply) => {
    const form = bodyForm(request);
    const { evidence } = validate(disputeParams, form);
    const status = evidence.uncategorized_text === 'winning_evidence' ? 'won' : 'lost';
    return write(request, reply, form, () => closeDispute(context, request.params.id, status));
  });
}
