export interface Sorting<Name> {
  readonly by: Name;
  readonly order: 'ascending' | 'descending';
}

type Value = string | number | null;

const compare = (a: Value, b: Value): number => {
  if (typeof a === 'string' && typeof b === 'string') return a.localeCompare(b, 'en', { numeric: true });
  return Number(a) - Number(b);
};

/** Returns the rows sorted; unknown values come last in both orders. */
export const sorted = <Row extends Readonly<Record<keyof Row, Value>>>(
  rows: readonly Row[],
  { by, order }: Sorting<keyof Row>,
): readonly Row[] => {
  const known = rows.filter((row) => row[by] !== null);
  const ascending = known.toSorted((a, b) => compare(a[by], b[by]));
  return [...(order === 'ascending' ? ascending : ascending.toReversed()), ...rows.filter((row) => row[by] === null)];
};

/** Reverses the order of the column that is already sorted by. Otherwise text starts ascending, numbers descending. */
export const nextSorting = <Name>(current: Sorting<Name>, by: Name, isText: boolean): Sorting<Name> => {
  if (current.by === by) return { by, order: current.order === 'ascending' ? 'descending' : 'ascending' };
  return { by, order: isText ? 'ascending' : 'descending' };
};
