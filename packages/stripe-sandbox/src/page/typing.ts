import { digitsOf } from '../card/number.ts';

/** Returns the caret position after the first `digits` digits. */
function caretAfter(text: string, digits: number): number {
  if (digits === 0) return 0;
  let seen = 0;
  const index = [...text].findIndex((char) => /\d/.test(char) && ++seen === digits);
  return index < 0 ? text.length : index + 1;
}

const isDeletion = (event: Event) => event instanceof InputEvent && event.inputType.startsWith('delete');

/** Formats a field while typing, keeping the caret behind the same digit. */
export function formatWhileTyping(field: HTMLInputElement, format: (text: string, deleting: boolean) => string): void {
  field.addEventListener('input', (event) => {
    const caret = field.selectionStart ?? field.value.length;
    const atEnd = caret === field.value.length;
    const before = digitsOf(field.value.slice(0, caret)).length;
    const formatted = format(field.value, isDeletion(event));
    if (formatted === field.value) return;
    field.value = formatted;
    const position = atEnd ? formatted.length : caretAfter(formatted, before);
    if (document.activeElement === field) field.setSelectionRange(position, position);
  });
}
