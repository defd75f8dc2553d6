import type { Columns } from '@course/contracts';
import Papa from 'papaparse';

type Row = Readonly<Record<string, unknown>>;

/** RFC 4180 with a header. Text that a spreadsheet would take for a formula gets an apostrophe in front; null is empty. */
export const toCsv = (columns: Columns, rows: readonly Row[]): Buffer => {
  const fields = Object.keys(columns);
  const data = rows.map((row) => fields.map((field) => row[field]));
  const text = Papa.unparse({ fields, data }, { escapeFormulae: true });
  return Buffer.from(text.endsWith('\r\n') ? text : `${text}\r\n`);
};
