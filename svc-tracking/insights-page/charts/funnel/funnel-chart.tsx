import { useRef } from 'react';
import { DwellChart } from './dwell-chart.tsx';
import { drawnSteps, type HasRoom, type Step, unreachedSteps } from './funnel-rows.ts';
import { ReachedChart } from './reached-chart.tsx';
import { textWidth, useWidth } from './text-and-width.ts';

/** Width from which both halves are side by side. */
const WIDE_PX = 900;
const DWELL_PART = 0.31;
const NAME_PX = { wide: 300, narrow: 120 } as const;
/** Font size of names and figures, as in the style sheet. */
const TEXT_REM = 0.8125;
const GAP_PX = 10;

/** Names at the left have a column of their own; otherwise they share a line with the figures. */
function roomIn(width: number, isWide: boolean): HasRoom {
  const measure = textWidth(TEXT_REM);
  return (name, figures) => measure(name) <= (isWide ? NAME_PX.wide : width - measure(figures)) - GAP_PX;
}

/**
 * One row per step: how many visits reached it, are still there and left there, and the median visible time of those
 * that stayed and left.
 */
export const FunnelChart = ({ rows }: { readonly rows: readonly Step[] }) => {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const isWide = width >= WIDE_PX;
  const dwellWidth = isWide ? Math.round(width * DWELL_PART) : width;
  const shown = width > 0 ? drawnSteps(rows, roomIn(width, isWide)) : [];
  const neverReached = unreachedSteps(rows);
  return (
    <>
      <div ref={box} className="funnel" data-wide={isWide}>
        {shown.length > 0 && (
          <>
            <figure>
              <figcaption className="legend">
                <span data-mark="trust">Went on</span> <span data-mark="reward">Still here</span>{' '}
                <span data-mark="accent">Left here</span>
              </figcaption>
              <ReachedChart
                rows={shown}
                width={width - (isWide ? dwellWidth : 0)}
                nameWidth={isWide ? NAME_PX.wide : 0}
              />
            </figure>
            <figure>
              <figcaption className="legend">
                Median time: <span data-dot="trust">stayed</span> <span data-dot="accent">left</span>
              </figcaption>
              <DwellChart rows={shown} width={dwellWidth} nameWidth={isWide ? 0 : NAME_PX.narrow} />
            </figure>
          </>
        )}
      </div>
      {neverReached.length > 0 && <p className="lead after">Not reached by any visit: {neverReached.join(', ')}.</p>}
    </>
  );
};
