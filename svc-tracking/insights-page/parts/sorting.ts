export interface Sorting<Name> {
  readonly by: Name;
  readonly order: 'ascending' | 'descending';
}

type Value = string | number | null;

const compare = (one: Value, other: Value): number => {
  if (typeof one === 'string' && typeof other === 'string') return one.localeCompare(other, 'en', { numeric: true });
  return Number(one) - Number(other);
};

/** Rows in an order; what is not known stands last either way. */
export const sorted = <Row extends Readonly<Record<keyof Row, Value>>>(
  rows: readonly Row[],
  { by, order }: Sorting<keyof Row>,
): readonly Row[] => {
  const known = rows.filter((row) => row[by] !== null);
  const ascending = known.toSorted((one, other) => compare(one[by], other[by]));
  return [...(order === 'ascending' ? ascending : ascending.toReversed()), ...rows.filter((row) => row[by] === null)];
};

/** The other way round for the column that is sorted by already; else names upwards and numbers downwards. */
export const turned = <Name>(now: Sorting<Name>, by: Name, isText: boolean): Sorting<Name> => {
  if (now.by === by) return { by, order: now.order === 'ascending' ? 'descending' : 'ascending' };
  return { by, order: isText ? 'ascending' : 'descending' };
};
