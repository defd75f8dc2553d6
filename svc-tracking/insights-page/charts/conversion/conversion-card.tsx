import { CONVERSION_BY, type ChartRow, type ConversionBy } from '@course/contracts';
import { requestOf } from '../../data/chart-address.ts';
import type { Filtered, Filters } from '../../filters/filters.ts';
import { ChartCard } from '../../parts/chart-card.tsx';
import { DaysChart, type DrawnRow } from './conversion-days.tsx';
import { GroupsChart } from './conversion-groups.tsx';

type Row = ChartRow<'conversion'>;

interface ConversionCardProps extends Filtered {
  readonly onChange: (change: Partial<Filters>) => void;
}

const NAMES: Readonly<Record<ConversionBy, string>> = {
  variant: 'Variant',
  campaign: 'Campaign',
  plan: 'Plan',
  day: 'Day',
};

const isBare = (rows: readonly Row[]): boolean => rows.every(({ visitors, orders }) => visitors === 0 && orders === 0);

/** Shows who buys and the revenue, by variant, campaign, plan or day. */
export const ConversionCard = ({ filters, days, onChange }: ConversionCardProps) => {
  const request = requestOf('conversion', filters, days, { by: filters.by });
  return (
    <ChartCard
      title="Conversion and revenue"
      lead={`Visitors who bought, and what they paid, by ${filters.by}. Net is gross without refunds.`}
      request={request}
      empty={`${filters.by === 'plan' ? 'No visitor who began in these days has ordered.' : 'No visitor began in these days.'} Choose other days or another variant.`}
      isEmpty={isBare}
      roomPx={200}
      control={
        <div className="presets" role="group" aria-label="Conversion by">
          {CONVERSION_BY.map((by) => (
            <button
              key={by}
              type="button"
              className="control"
              aria-pressed={filters.by === by}
              onClick={() => onChange({ by })}
            >
              {NAMES[by]}
            </button>
          ))}
        </div>
      }
    >
      {(rows, { by }) => <ConversionChart rows={rows} isByDay={by === 'day'} />}
    </ChartCard>
  );
};

const nameOf = ({ key, currency }: Row, hasSeveralCurrencies: boolean): string =>
  [key || 'None', hasSeveralCurrencies && currency ? currency.toUpperCase() : ''].join(' ').trim();

const toDrawnRows = (rows: readonly Row[]): DrawnRow[] => {
  const hasSeveralCurrencies = new Set(rows.flatMap(({ currency }) => currency ?? [])).size > 1;
  return rows.map((row) => ({ ...row, name: nameOf(row, hasSeveralCurrencies), percent: (row.conversion ?? 0) * 100 }));
};

/**
 * Conversion and revenue in two charts, because shares and money have no common axis. Days go from left to right, names
 * from top to bottom.
 */
const ConversionChart = ({ rows, isByDay }: { readonly rows: readonly Row[]; readonly isByDay: boolean }) => {
  const Chart = isByDay ? DaysChart : GroupsChart;
  const data = toDrawnRows(rows);
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
