import { nextSorting, type Sorting } from './sorting.ts';

const ARROWS = { ascending: '↑', descending: '↓', none: '↕' } as const;

interface SortHeadingProps<Name> {
  readonly name: Name;
  readonly label: string;
  readonly isText?: boolean;
  readonly sorting: Sorting<Name>;
  readonly onSort: (sorting: Sorting<Name>) => void;
}

/** A column heading that sorts the table by its column. */
export const SortHeading = <Name,>({ name, label, isText = false, sorting, onSort }: SortHeadingProps<Name>) => {
  const order = sorting.by === name ? sorting.order : 'none';
  return (
    <th scope="col" aria-sort={order} data-text={isText}>
      <button type="button" onClick={() => onSort(nextSorting(sorting, name, isText))}>
        {label} <span aria-hidden="true">{ARROWS[order]}</span>
      </button>
    </th>
  );
};
