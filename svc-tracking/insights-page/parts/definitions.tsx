import { CHARTS, type ChartName, type Columns } from '@course/contracts';

/** What each measure of a chart means. */
export const Definitions = ({
  chart,
  only,
}: {
  readonly chart: ChartName;
  readonly only?: readonly string[] | undefined;
}) => (
  <dl className="definitions">
    {Object.entries(CHARTS[chart] as Columns)
      .filter(([name]) => !only || only.includes(name))
      .map(([name, { label, meaning }]) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>{meaning}</dd>
        </div>
      ))}
  </dl>
);
