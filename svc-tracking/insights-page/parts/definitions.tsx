import { CHARTS, type ChartName, type Columns } from '@course/contracts';

/** What each measure of a chart means. */
export const Definitions = ({ chart }: { readonly chart: ChartName }) => (
  <dl className="definitions">
    {Object.entries(CHARTS[chart] as Columns).map(([name, { label, meaning }]) => (
      <div key={name}>
        <dt>{label}</dt>
        <dd>{meaning}</dd>
      </div>
    ))}
  </dl>
);
