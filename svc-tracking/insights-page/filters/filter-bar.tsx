import type { Days } from '@course/contracts';
import { useChart } from '../data/use-chart.ts';
import { LoadFailure } from '../parts/failure-note.tsx';
import { CustomDays } from './custom-days.tsx';
import { PRESETS, type Filters } from './filters.ts';
import './filters.css';

const VARIANTS = { chart: 'variants', query: {} } as const;

const zonesWith = (zone: string): readonly string[] => [
  ...new Set(['UTC', Intl.DateTimeFormat().resolvedOptions().timeZone, zone, ...Intl.supportedValuesOf('timeZone')]),
];

interface FilterBarProps {
  readonly filters: Filters;
  readonly days: Days;
  readonly onChange: (change: Partial<Filters>) => void;
}

export const FilterBar = ({ filters, days, onChange }: FilterBarProps) => {
  const state = useChart<'variants'>(VARIANTS);
  const known = state.result?.rows.map(({ variant }) => variant) ?? [];
  const variants = filters.variant && !known.includes(filters.variant) ? [...known, filters.variant] : known;
  return (
    <section className="card filters" aria-label="Filters" tabIndex={-1}>
      <div className="presets" role="group" aria-label="Last days">
        {PRESETS.map((preset) => (
          <button
            key={preset.days}
            type="button"
            className="control"
            aria-pressed={filters.range === preset.days}
            onClick={() => onChange({ range: preset.days })}
          >
            {preset.label}
          </button>
        ))}
      </div>
      <CustomDays days={days} onChange={(range) => onChange({ range })} />
      <label>
        <span>Days begin in</span>
        <select className="control" value={filters.zone} onChange={({ target }) => onChange({ zone: target.value })}>
          {zonesWith(filters.zone).map((zone) => (
            <option key={zone}>{zone}</option>
          ))}
        </select>
      </label>
      <label>
        <span>Variant</span>
        <select
          className="control"
          value={filters.variant}
          onChange={({ target }) => onChange({ variant: target.value })}
        >
          <option value="">All</option>
          {variants.map((variant) => (
            <option key={variant}>{variant}</option>
          ))}
        </select>
      </label>
      <LoadFailure state={state} what="The variants" />
    </section>
  );
};
