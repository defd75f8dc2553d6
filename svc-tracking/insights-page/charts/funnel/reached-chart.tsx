import { Bar, BarChart, Rectangle, Tooltip, useXAxisScale, XAxis } from 'recharts';
import { formatCompact } from '../../parts/format.ts';
import { countMarks } from './axis-marks.ts';
import type { DrawnStep } from './funnel-rows.ts';
import { EachStep, namesAt, StepTooltip, type StepRows } from './step-axis.tsx';

const AXIS_PX = 28;
const VALUE_PX = 128;
const LABEL_GAP_PX = 6;
/** Names at the left have a bar beside them; otherwise they are above a thin one. */
const BESIDE = { rowPx: 32, barPx: 20 } as const;
const ABOVE = { rowPx: 44, barPx: 10, liftPx: 7, topPx: 8 } as const;

const LinesAbove = ({ rows, width }: Omit<StepRows<DrawnStep>, 'nameWidth'>) => (
  <EachStep rows={rows}>
    {({ name, label }, middle) => {
      const baseline = middle - ABOVE.barPx / 2 - ABOVE.liftPx;
      return (
        <>
          <text x={0} y={baseline} className="step-name">
            {name}
          </text>
          <text x={width} y={baseline} textAnchor="end" className="bar-label">
            {label}
          </text>
        </>
      );
    }}
  </EachStep>
);

/** Labels after the end of each bar, which may itself be too short to see. */
const LabelsBeside = ({ rows }: Pick<StepRows<DrawnStep>, 'rows'>) => {
  const at = useXAxisScale();
  return (
    <EachStep rows={rows}>
      {({ label, reached }, middle) => (
        <text x={(at?.(reached) ?? 0) + LABEL_GAP_PX} y={middle} dy="0.35em" className="bar-label">
          {label}
        </text>
      )}
    </EachStep>
  );
};

/** The visits that reached each step: those that went on, are still there and left there. */
export const ReachedChart = ({ rows, width, nameWidth }: StepRows<DrawnStep>) => {
  const isBeside = nameWidth > 0;
  const { rowPx, barPx } = isBeside ? BESIDE : ABOVE;
  const height = rows.length * rowPx + (isBeside ? AXIS_PX : ABOVE.topPx);
  const margin = { top: isBeside ? 0 : ABOVE.topPx, right: isBeside ? VALUE_PX : 0, bottom: 0, left: 0 };
  return (
    <BarChart
      layout="vertical"
      data={[...rows]}
      width={width}
      height={height}
      margin={margin}
      aria-label="Visits that reached each step, that are still there and that left there"
    >
      <XAxis
        type="number"
        orientation="top"
        height={AXIS_PX}
        hide={!isBeside}
        domain={[0, 'dataMax']}
        ticks={[...countMarks(Math.max(...rows.map(({ reached }) => reached)))]}
        tickLine={false}
        axisLine={false}
        tickFormatter={formatCompact}
      />
      {namesAt(nameWidth, rows)}
      <Tooltip content={<StepTooltip />} cursor={{ className: 'row-cursor' }} />
      <Bar dataKey="wentOn" stackId="reached" className="bar-trust" barSize={barPx} isAnimationActive={false} />
      <Bar dataKey="still_here" stackId="reached" className="bar-reward" barSize={barPx} isAnimationActive={false} />
      <Bar
        dataKey="lost"
        stackId="reached"
        className="bar-accent"
        barSize={barPx}
        shape={<Rectangle radius={[0, 4, 4, 0]} />}
        isAnimationActive={false}
      />
      {isBeside ? <LabelsBeside rows={rows} /> : <LinesAbove rows={rows} width={width} />}
    </BarChart>
  );
};
