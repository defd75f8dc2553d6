import type { ChartRow } from '@course/contracts';
import { DaysChart } from './conversion-days.tsx';
import { GroupsChart } from './conversion-groups.tsx';

type Row = ChartRow<'conversion'>;

/** A row with its name as it is drawn. */
export interface DrawnRow extends Row {
  readonly name: string;
  readonly percent: number;
}

const nameOf = ({ key, currency }: Row, several: boolean): string =>
  [key || 'None', several && currency ? currency.toUpperCase() : ''].join(' ').trim();

const drawn = (rows: readonly Row[]): DrawnRow[] => {
  const several = new Set(rows.flatMap(({ currency }) => currency ?? [])).size > 1;
  return rows.map((row) => ({ ...row, name: nameOf(row, several), percent: (row.conversion ?? 0) * 100 }));
};

/** Conversion and money in two charts, because shares and money have no common axis: days from left to right, names below each other. */
export const ConversionChart = ({ rows, isByDay }: { readonly rows: readonly Row[]; readonly isByDay: boolean }) => {
  const Chart = isByDay ? DaysChart : GroupsChart;
  const data = drawn(rows);
  return (
    <div className="halves">
      <figure>
        <figcaption className="legend">
          <span data-mark="trust">Conversion</span>
        </figcaption>
        <Chart data={data} what="conversion" />
      </figure>
      <figure>
        <figcaption className="legend">
          Gross revenue: <span data-mark="trust">net</span> <span data-mark="accent">refunded</span>
        </figcaption>
        <Chart data={data} what="revenue" />
      </figure>
    </div>
  );
};
