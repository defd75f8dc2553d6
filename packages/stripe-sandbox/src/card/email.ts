// Stripe wants a domain with a dot, where a browser's own rule is content with `a@b`.
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/;

export const isEmail = (text: string) => text.length <= 800 && EMAIL.test(text);

/** Nothing when the address can be used, else what to say at the field. */
export function emailProblem(text: string): string | undefined {
  if (text.trim() === '') return 'Your email is incomplete.';
  return isEmail(text.trim()) ? undefined : 'Your email is invalid.';
}
