import { z } from 'zod';

/** The kinds of columns in a response of the insights API. */
const COLUMN_KINDS = {
  text: z.string(),
  optionalText: z.string().nullable(),
  count: z.int().min(0),
  /** Null if nothing was measured: unknown is never 0. */
  seconds: z.number().min(0).nullable(),
  /** A number without unit; null if nothing was measured. */
  score: z.number().min(0).nullable(),
  /** From 0 to 1; null for a share of nothing. */
  share: z.number().min(0).max(1).nullable(),
  cents: z.int(),
  time: z.iso.datetime().nullable(),
  flag: z.boolean(),
} as const;

export type ColumnKind = keyof typeof COLUMN_KINDS;

export interface Column {
  readonly kind: ColumnKind;
  readonly label: string;
  /** The measure's definition, shown with the measure. */
  readonly meaning: string;
}

/** The columns of a response in their order, named as in SQL. */
export type Columns = Readonly<Record<string, Column>>;

export type RowOf<C extends Columns> = { readonly [K in keyof C]: z.infer<(typeof COLUMN_KINDS)[C[K]['kind']]> };

/** Returns the wire schema of one row. */
export const rowSchema = (columns: Columns) =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(columns).map(([name, { kind, meaning }]) => [name, COLUMN_KINDS[kind].describe(meaning)]),
    ),
  );
