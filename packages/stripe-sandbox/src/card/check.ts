import { digitsOf, passesLuhn, shapeOf } from './number.ts';
import { parseExpiry } from './expiry.ts';

/** A card as typed. It exists in the browser and in one request only, and is never stored or logged. */
export interface TypedCard {
  number: string;
  expiry: string;
  cvc: string;
  name: string;
}

export type CardField = keyof TypedCard;

// The messages are Stripe's, so that the sandbox's form behaves like the real one.
function numberProblem(number: string): string | undefined {
  const digits = digitsOf(number);
  if (digits.length < shapeOf(digits).length) return 'Your card number is incomplete.';
  if (digits.length > shapeOf(digits).length || !passesLuhn(digits)) return 'Your card number is invalid.';
  return undefined;
}

function expiryProblem(expiry: string, now: Date): string | undefined {
  const parsed = parseExpiry(expiry);
  if (!parsed) {
    const complete = digitsOf(expiry).length >= 4;
    return complete ? "Your card's expiration date is invalid." : "Your card's expiration date is incomplete.";
  }
  const year = now.getFullYear();
  if (parsed.year < year) return "Your card's expiration year is in the past.";
  if (parsed.year > year + 50) return "Your card's expiration year is invalid.";
  if (parsed.year === year && parsed.month < now.getMonth() + 1) return "Your card's expiration date is in the past.";
  return undefined;
}

function cvcProblem(cvc: string, number: string): string | undefined {
  const wanted = shapeOf(digitsOf(number)).cvc;
  return digitsOf(cvc).length === wanted ? undefined : "Your card's security code is incomplete.";
}

/** Returns the fields' problems in the form's order; an empty object if the card can be charged. */
export function checkCard(card: TypedCard, now: Date): Partial<Record<CardField, string>> {
  const problems = {
    number: numberProblem(card.number),
    expiry: expiryProblem(card.expiry, now),
    cvc: cvcProblem(card.cvc, card.number),
    name: card.name.trim() === '' ? 'This field is incomplete.' : undefined,
  };
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined));
}

// Stripe requires a domain with a dot; the rule of HTML also accepts `a@b`.
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/;

export const isEmail = (text: string) => text.length <= 800 && EMAIL.test(text);

/** Returns the message for the field; undefined for a valid address. */
export function emailProblem(text: string): string | undefined {
  if (text.trim() === '') return 'Your email is incomplete.';
  return isEmail(text.trim()) ? undefined : 'Your email is invalid.';
}
