import { Bar, BarChart, CartesianGrid, Tooltip, XAxis } from 'recharts';
import { formatMinutes, formatTick } from '../../parts/format.ts';
import type { DrawnStep } from './funnel-rows.ts';
import { atLeastMark, marksAround } from './axis-marks.ts';
import { EachStep, namesAt, StepTooltip, type StepRows } from './step-axis.tsx';

const AXIS_PX = 28;
/** Baseline of the headings beside the axis. */
const HEADING_PX = 19;
const ROW_PX = 32;
const LEFT_PX = 16;
const VALUE_PX = 148;
/** Width of the second column of times. */
const COLUMN_PX = 72;
const DOT_PX = 4.5;

interface TimedStep extends DrawnStep {
  readonly span: readonly [number, number] | null;
}

interface Placed {
  readonly x?: number;
  readonly y?: number;
  readonly width?: number;
  readonly height?: number;
  readonly payload?: TimedStep;
}

/** A line between the two medians: a dot for visits that stayed, a ring for visits that left. */
const Dumbbell = ({ x = 0, y = 0, width = 0, height = 0, payload }: Placed) => {
  if (!payload?.times) return null;
  const {
    times: [shorter],
    stayed_p50_seconds: stayed,
    left_p50_seconds: left,
  } = payload;
  const middle = y + height / 2;
  const at = (seconds: number): number => (seconds === shorter ? x : x + width);
  return (
    <g>
      <line x1={x} x2={x + width} y1={middle} y2={middle} className="span" />
      {left !== null && <circle cx={at(left)} cy={middle} r={DOT_PX} className="ring-accent" />}
      {stayed !== null && <circle cx={at(stayed)} cy={middle} r={DOT_PX} className="dot-trust" />}
    </g>
  );
};

/** Both times in columns with headings at the right edge, clear of the marks. */
const Times = ({ rows, width }: { readonly rows: readonly DrawnStep[]; readonly width: number }) => (
  <>
    <text x={width - COLUMN_PX} y={HEADING_PX} textAnchor="end" className="axis-heading">
      stayed
    </text>
    <text x={width} y={HEADING_PX} textAnchor="end" className="axis-heading">
      left
    </text>
    <EachStep rows={rows}>
      {({ stayed_p50_seconds: stayed, left_p50_seconds: left }, middle) => (
        <>
          <text x={width - COLUMN_PX} y={middle} dy="0.35em" textAnchor="end" className="dwell-label">
            {formatMinutes(stayed)}
          </text>
          <text x={width} y={middle} dy="0.35em" textAnchor="end" className="dwell-label">
            {formatMinutes(left)}
          </text>
        </>
      )}
    </EachStep>
  </>
);

/** The median visible time on each step, of visits that stayed and of visits that left, on a logarithmic axis. */
export const DwellChart = ({ rows, width, nameWidth }: StepRows<DrawnStep>) => {
  const timed: TimedStep[] = rows.map((row) => ({
    ...row,
    span: row.times && [atLeastMark(row.times[0]), atLeastMark(row.times[1])],
  }));
  const spans = timed.flatMap(({ span }) => span ?? []);
  if (spans.length === 0) return <p className="lead">No view has a known end yet.</p>;
  const marks = marksAround(spans);
  return (
    <BarChart
      layout="vertical"
      data={timed}
      width={width}
      height={rows.length * ROW_PX + AXIS_PX}
      margin={{ top: 0, right: VALUE_PX, bottom: 0, left: nameWidth > 0 ? 0 : LEFT_PX }}
      aria-label="Median visible seconds on each step of visits that went on and that left"
    >
      <CartesianGrid horizontal={false} className="grid" verticalValues={[...marks]} />
      <XAxis
        type="number"
        orientation="top"
        scale="log"
        domain={[marks[0] ?? 1, marks.at(-1) ?? 1]}
        ticks={[...marks]}
        height={AXIS_PX}
        tickLine={false}
        axisLine={false}
        tickFormatter={formatTick}
      />
      {namesAt(nameWidth)}
      <Tooltip content={<StepTooltip />} cursor={{ className: 'row-cursor' }} />
      <Bar dataKey="span" shape={<Dumbbell />} isAnimationActive={false} />
      <Times rows={rows} width={width} />
    </BarChart>
  );
};
