import { formatCount, formatPart, formatSeconds } from '../parts/format.ts';
import type { Step } from './funnel-rows.ts';

interface TooltipLine {
  readonly name: string;
  readonly value: string;
}

/** What stands beside the pointer, or beside the mark that the arrow keys reached. */
export const TooltipBox = ({ title, lines }: { readonly title: string; readonly lines: readonly TooltipLine[] }) => (
  <div className="tooltip">
    <p>{title}</p>
    <dl>
      {lines.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </div>
);

/** The row under the pointer, out of what the chart library hands to a tooltip. */
export const rowIn = <Row,>(payload: readonly { readonly payload?: unknown }[] | undefined): Row | undefined =>
  payload?.[0]?.payload as Row | undefined;

/** All that is known of a step. */
export const StepTooltip = ({ payload }: { readonly payload?: readonly { readonly payload?: unknown }[] }) => {
  const row = rowIn<Step>(payload);
  if (!row) return null;
  const lines = [
    { name: 'Reached', value: formatCount(row.reached) },
    ...(row.question_key === null ? [] : [{ name: 'Answered', value: formatPart(row.answered, row.reached) }]),
    { name: 'Still here', value: formatCount(row.still_here) },
    { name: 'Left here', value: formatPart(row.left_here, row.reached) },
    { name: 'Stayed, median', value: formatSeconds(row.stayed_p50_seconds) },
    { name: 'Left, median', value: formatSeconds(row.left_p50_seconds) },
  ];
  return <TooltipBox title={row.title ? `${row.step} · ${row.title}` : row.step} lines={lines} />;
};
