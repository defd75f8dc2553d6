import type { Stripe } from 'stripe';
import { emailProblem, checkCard, type TypedCard } from '../card/check.ts';
import { unixSeconds } from '../clock.ts';
import { newId } from '../ids.ts';
import type { SessionRecord } from '../store/records.ts';
import { eventOf } from '../webhooks/event.ts';
import { StripeApiError, invalid } from '../wire/stripe-api-error.ts';
import type { SandboxContext } from '../context.ts';
import { openDispute } from './disputes.ts';
import { cardPayer, newPayment, type Payer } from './payment-objects.ts';
import { customerDetails } from './session-object.ts';
import { findSession } from './sessions.ts';
import { COUNTRIES, withTax } from './tax.ts';
import { outcomeOf, type CardOutcome } from './test-cards.ts';
import { withTransfer } from './transfers.ts';

export type PayResult =
  | { status: 'complete'; eventId: string }
  /** The card requires 3-D Secure; `authentication` is the attempt's id. */
  | { status: 'requires_action'; authentication: string };

const declined = ({ code, declineCode, message }: Extract<CardOutcome, { kind: 'declines' }>) =>
  new StripeApiError(402, {
    type: 'card_error',
    code,
    message,
    ...(declineCode === undefined ? {} : { decline_code: declineCode }),
  });

const NOT_AUTHENTICATED = new StripeApiError(402, {
  type: 'card_error',
  code: 'payment_intent_authentication_failure',
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
});

function openSession(context: SandboxContext, id: string): SessionRecord {
  const session = findSession(context, id);
  const { status } = session.object;
  if (status === 'complete') throw invalid('This payment is already complete.', { code: 'checkout_session_complete' });
  if (status !== 'open') throw invalid('This checkout session has expired.', { code: 'checkout_session_expired' });
  return session;
}

function addressOf(session: SessionRecord, email = ''): string {
  const known = session.object.customer_email;
  if (known !== null) return known;
  const problem = emailProblem(email);
  if (problem !== undefined) throw invalid(problem, { code: 'email_invalid', param: 'email' });
  return email.trim();
}

/** What the form asks for in addition to the card, if the session needs it. */
export interface Contact {
  email?: string | undefined;
  /** ISO 3166, two capitals. */
  country?: string | undefined;
}

function countryOf({ object }: SessionRecord, country = ''): string | null {
  if (!object.automatic_tax.enabled) return null;
  if (COUNTRIES.includes(country)) return country;
  throw invalid('Your country is incomplete.', { param: 'country' });
}

const contactOf = (session: SessionRecord, { email, country }: Contact): Pick<Payer, 'email' | 'country'> => ({
  email: addressOf(session, email),
  country: countryOf(session, country),
});

function payerOf(session: SessionRecord, card: TypedCard, contact: Contact, now: Date): Payer {
  const [problem] = Object.values(checkCard(card, now));
  if (problem !== undefined)
    throw new StripeApiError(402, { type: 'card_error', code: 'invalid_card', message: problem });
  return cardPayer(contactOf(session, contact), card);
}

interface Completion {
  /** The bank withdraws the payment at once. */
  disputed?: boolean;
  /** Paid once the transfer arrives; by card otherwise. */
  transfer?: { arrives: boolean; at: number };
}

function complete(
  context: SandboxContext,
  open: SessionRecord,
  payer: Payer,
  { disputed = false, transfer }: Completion = {},
): PayResult {
  const session = withTax(open, payer.country);
  const created = newPayment(session, payer, unixSeconds(context.clock));
  const payment = transfer ? withTransfer(created, { sessionId: session.id, ...transfer }) : created;
  const object: Stripe.Checkout.Session = {
    ...session.object,
    status: 'complete',
    payment_status: transfer ? 'unpaid' : 'paid',
    client_secret: null,
    payment_intent: payment.id,
    customer_details: customerDetails(payer.email, payer.name, payer.country),
  };
  const event = eventOf(context, 'checkout.session.completed', object);
  context.store.commit(['payment', payment], ['session', { ...session, object }], event);
  if (disputed) openDispute(context, payment);
  return { status: 'complete', eventId: event[1].id };
}

/** Creates the payment functions. Attempts that wait for authentication stay in memory, because they contain a card. */
export function createPayments(context: SandboxContext) {
  const waiting = new Map<string, { sessionId: string; payer: Payer }>();

  const requireAuthentication = (sessionId: string, payer: Payer): PayResult => {
    const authentication = newId('payatt');
    // A session has one attempt: submitting the form again replaces it.
    for (const [id, attempt] of waiting) if (attempt.sessionId === sessionId) waiting.delete(id);
    waiting.set(authentication, { sessionId, payer });
    return { status: 'requires_action', authentication };
  };

  return {
    /** Charges a card. Throws a `card_error` if it is declined; the session stays open. */
    pay(sessionId: string, card: TypedCard, contact: Contact = {}): PayResult {
      const session = openSession(context, sessionId);
      const payer = payerOf(session, card, contact, new Date(context.clock.now()));
      const outcome = outcomeOf(card.number);
      if (outcome.kind === 'declines') throw declined(outcome);
      return outcome.kind === 'requires-authentication'
        ? requireAuthentication(sessionId, payer)
        : complete(context, session, payer, outcome);
    },

    /** Starts a bank transfer, which succeeds or fails in `afterMs`. */
    transfer(
      sessionId: string,
      { arrives, afterMs, ...contact }: { arrives: boolean; afterMs: number } & Contact,
    ): PayResult {
      const session = openSession(context, sessionId);
      const payer: Payer = {
        ...contactOf(session, contact),
        name: 'Ada Lovelace',
        method: { type: 'us_bank_account' },
      };
      return complete(context, session, payer, { transfer: { arrives, at: context.clock.now() + afterMs } });
    },

    /** Completes an attempt that required authentication, or throws if the cardholder did not agree. */
    authenticate(sessionId: string, authentication: string, agreed: boolean): PayResult {
      const session = openSession(context, sessionId);
      const attempt = waiting.get(authentication);
      if (attempt?.sessionId !== sessionId) throw invalid('No such authentication.', { param: 'authentication' });
      waiting.delete(authentication);
      if (!agreed) throw NOT_AUTHENTICATED;
      return complete(context, session, attempt.payer);
    },
  };
}

export type Payments = ReturnType<typeof createPayments>;
