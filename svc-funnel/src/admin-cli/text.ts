/** Returns `2026-11-21 07:00 UTC`, or a dash for null. */
export const when = (date: Date | null): string =>
  date === null ? '-' : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Returns cents as an owner reads them: `22.40 USD`. */
export const money = (cents: number, currency: string): string =>
  `${(cents / 100).toFixed(2)} ${currency.toUpperCase()}`;

// Names and addresses were typed by strangers, and a terminal executes escape sequences.
const CONTROL = /[\p{Cc}\p{Cf}]/gu;

/** Makes a stranger's text safe to show in a terminal. */
export const plain = (text: string | null): string => (text === null ? '-' : text.replace(CONTROL, '\uFFFD'));

/** Returns rows below their headings, aligned in columns. */
export const table = (headings: readonly string[], rows: readonly (readonly string[])[]): string => {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  return [headings, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};
