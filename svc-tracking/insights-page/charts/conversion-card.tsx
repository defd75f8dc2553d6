import { CONVERSION_BY, type ChartRow, type ConversionBy } from '@course/contracts';
import { requestOf } from '../data/chart-address.ts';
import { useChart } from '../data/use-chart.ts';
import type { Days, Filters } from '../filters/filters.ts';
import { ChartCard } from '../parts/chart-card.tsx';
import { ConversionChart } from './conversion-chart.tsx';

interface ConversionCardProps {
  readonly filters: Filters;
  readonly days: Days;
  readonly onChange: (change: Partial<Filters>) => void;
}

const NAMES: Readonly<Record<ConversionBy, string>> = {
  variant: 'Variant',
  campaign: 'Campaign',
  plan: 'Plan',
  day: 'Day',
};

const isBare = (rows: readonly ChartRow<'conversion'>[]): boolean =>
  rows.every(({ visitors, orders }) => visitors === 0 && orders === 0);

/** Who buys, and what it brings, by where they came from and what they took. */
export const ConversionCard = ({ filters, days, onChange }: ConversionCardProps) => {
  const request = requestOf('conversion', filters, days, { by: filters.by });
  return (
    <ChartCard
      title="Conversion and revenue"
      lead={`Visitors who bought, and what they paid, by ${filters.by}. Net is gross without refunds.`}
      request={request}
      state={useChart(request)}
      zone={filters.zone}
      empty={`${filters.by === 'plan' ? 'No visitor who began in these days has ordered.' : 'No visitor began in these days.'} Choose other days or another variant.`}
      isEmpty={isBare}
      roomPx={200}
      control={
        <div className="presets" role="group" aria-label="Conversion by">
          {CONVERSION_BY.map((by) => (
            <button key={by} type="button" aria-pressed={filters.by === by} onClick={() => onChange({ by })}>
              {NAMES[by]}
            </button>
          ))}
        </div>
      }
    >
      {(rows) => <ConversionChart rows={rows} isByDay={filters.by === 'day'} />}
    </ChartCard>
  );
};
