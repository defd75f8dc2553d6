import { digitsOf, passesLuhn, shapeOf } from './number.ts';
import { parseExpiry } from './expiry.ts';

/** A card as typed. It lives in the browser and in one request, and is never stored or logged. */
export interface TypedCard {
  number: string;
  expiry: string;
  cvc: string;
  name: string;
}

export type CardField = keyof TypedCard;

// The wording is Stripe's, so that what is said of a form in the sandbox is true of the real one.
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

/** Every field's problem, in the form's order; an empty object means that the card can be tried. */
export function checkCard(card: TypedCard, now: Date): Partial<Record<CardField, string>> {
  const problems = {
    number: numberProblem(card.number),
    expiry: expiryProblem(card.expiry, now),
    cvc: cvcProblem(card.cvc, card.number),
    name: card.name.trim() === '' ? 'This field is incomplete.' : undefined,
  };
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined));
}
