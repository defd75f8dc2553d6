import type { Stripe } from 'stripe';
import { unixSeconds } from '../clock.ts';
import type { SessionRecord } from '../store/records.ts';
import { eventOf } from '../webhooks/event.ts';
import { invalid, missing } from '../wire/stripe-api-error.ts';
import type { SessionParams } from '../wire/session-params.ts';
import type { SandboxContext } from '../context.ts';
import { lineItemOf } from './line-items.ts';
import { newSession } from './session-object.ts';

/** Creates and stores an open session. */
export function createSession(context: SandboxContext, params: SessionParams): SessionRecord {
  const created = unixSeconds(context.clock);
  const object = newSession(params, created);
  const record: SessionRecord = {
    id: object.id,
    object,
    clientSecret: object.client_secret ?? '',
    lineItems: params.line_items.map((line) => lineItemOf(line, created)),
    intentData: { metadata: params.payment_intent_data?.metadata ?? {} },
  };
  context.store.commit(['session', record]);
  return record;
}

const isDue = ({ object }: SessionRecord, context: SandboxContext) =>
  object.status === 'open' && object.expires_at <= unixSeconds(context.clock);

function close(context: SandboxContext, record: SessionRecord): SessionRecord {
  const object: Stripe.Checkout.Session = { ...record.object, status: 'expired', client_secret: null };
  const expired = { ...record, object };
  context.store.commit(['session', expired], eventOf(context, 'checkout.session.expired', object));
  return expired;
}

/** Returns the session, and expires it first if it is due. Throws Stripe's 404 if there is none. */
export function findSession(context: SandboxContext, id: string): SessionRecord {
  const record = context.store.get('session', id);
  if (!record) throw missing('checkout.session', id, 'session');
  return isDue(record, context) ? close(context, record) : record;
}

/** Expires an open session before its time. */
export function expireSession(context: SandboxContext, id: string): SessionRecord {
  const record = findSession(context, id);
  const { status } = record.object;
  if (status !== 'open') {
    throw invalid(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${status ?? ''}\`.`,
    );
  }
  return close(context, record);
}

/** Expires every session that is due. Returns the time of the next expiry (ms), if any. */
export function expireDueSessions(context: SandboxContext): number | undefined {
  const open = [...context.store.all('session')].filter(({ object }) => object.status === 'open');
  for (const session of open.filter((record) => isDue(record, context))) close(context, session);
  const later = open.filter((record) => !isDue(record, context)).map(({ object }) => object.expires_at * 1000);
  return later.length === 0 ? undefined : later.reduce((earliest, at) => Math.min(earliest, at));
}
