import { invalid } from './stripe-api-error.ts';

/** Form parameters as Stripe reads them: strings, nested hashes and lists. */
export type FormValue = string | FormValue[] | { [key: string]: FormValue };
export type FormHash = { [key: string]: FormValue };

const isHash = (value: FormValue | undefined): value is FormHash => typeof value === 'object' && !Array.isArray(value);

/** `line_items[0][quantity]` -> ['line_items', '0', 'quantity'] */
function pathOf(name: string): string[] {
  const [head = '', ...rest] = name.split('[');
  return [head, ...rest.map((part) => part.replace(/\]$/, ''))];
}

function place(hash: FormHash, [head = '', ...rest]: string[], value: string): void {
  const key = head === '' ? String(Object.keys(hash).length) : head;
  if (rest.length === 0) {
    hash[key] = value;
    return;
  }
  const child = hash[key] ?? emptyHash();
  if (!isHash(child)) throw invalid(`Invalid parameter: ${key} is both a value and a hash`, { param: key });
  hash[key] = child;
  place(child, rest, value);
}

// Without a prototype, `__proto__` is an ordinary parameter name.
const emptyHash = (): FormHash => Object.create(null) as FormHash;

function withLists(value: FormValue): FormValue {
  if (!isHash(value)) return value;
  const entries = Object.entries(value).map(([key, child]) => [key, withLists(child)] as const);
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index));
  return isList ? entries.map(([, child]) => child) : Object.fromEntries(entries);
}

/** Parses `application/x-www-form-urlencoded` text or a query string with Stripe's nested names. */
export function parseForm(text: string): FormHash {
  const root = emptyHash();
  for (const [name, value] of new URLSearchParams(text)) place(root, pathOf(name), value);
  const pairs = Object.entries(root).map(([key, value]) => [key, withLists(value)] as const);
  return Object.fromEntries(pairs);
}
