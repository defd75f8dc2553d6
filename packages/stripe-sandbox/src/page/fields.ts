import { checkCard, type CardField, type TypedCard, emailProblem } from '../card/check.ts';
import { formatExpiry } from '../card/expiry.ts';
import { digitsOf, formatNumber, shapeOf } from '../card/number.ts';
import { box, input } from './dom.ts';
import { formatWhileTyping } from './typing.ts';

type Field = CardField | 'email';

const CARD: readonly CardField[] = ['number', 'expiry', 'cvc', 'name'];

function showProblem(field: Field, problem: string | undefined): void {
  const line = box(`${field}-problem`);
  line.textContent = problem ?? '';
  line.hidden = problem === undefined;
  if (problem === undefined) input(field).removeAttribute('aria-invalid');
  else input(field).setAttribute('aria-invalid', 'true');
}

export const typedCard = (): TypedCard => ({
  number: input('number').value,
  expiry: input('expiry').value,
  cvc: input('cvc').value,
  name: input('name').value,
});

function problemsOf(asksEmail: boolean): Partial<Record<Field, string>> {
  const email = asksEmail ? emailProblem(input('email').value) : undefined;
  return { ...(email === undefined ? {} : { email }), ...checkCard(typedCard(), new Date()) };
}

/** Shows all problems and focuses the first. Returns true if there is none. */
export function checkAll(asksEmail: boolean): boolean {
  const problems = problemsOf(asksEmail);
  const fields: Field[] = asksEmail ? ['email', ...CARD] : [...CARD];
  for (const field of fields) showProblem(field, problems[field]);
  const first = fields.find((field) => problems[field] !== undefined);
  if (first) input(first).focus();
  return first === undefined;
}

/** Does the same for the address only. */
export function checkEmail(asksEmail: boolean): boolean {
  const problem = asksEmail ? emailProblem(input('email').value) : undefined;
  if (asksEmail) showProblem('email', problem);
  if (problem !== undefined) input('email').focus();
  return problem === undefined;
}

// A problem appears when a field is left incomplete, and disappears as soon as it is solved.
function watch(field: Field, asksEmail: boolean): void {
  input(field).addEventListener('blur', () => {
    if (input(field).value !== '') showProblem(field, problemsOf(asksEmail)[field]);
  });
  input(field).addEventListener('input', () => {
    if (problemsOf(asksEmail)[field] === undefined) showProblem(field, undefined);
  });
}

function showBrand(): void {
  const { brand } = shapeOf(digitsOf(input('number').value));
  box('brand').dataset.brand = brand;
}

/** Adds formatting and checks to the fields. */
export function prepareFields(asksEmail: boolean): void {
  formatWhileTyping(input('number'), formatNumber);
  formatWhileTyping(input('expiry'), formatExpiry);
  formatWhileTyping(input('cvc'), (text) => digitsOf(text).slice(0, shapeOf(digitsOf(input('number').value)).cvc));
  input('number').addEventListener('input', showBrand);
  const fields: Field[] = asksEmail ? ['email', ...CARD] : [...CARD];
  for (const field of fields) watch(field, asksEmail);
}

/** Removes the card from the page after payment. */
export function emptyFields(): void {
  for (const field of CARD) input(field).value = '';
}
