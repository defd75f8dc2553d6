import { useRef } from 'react';
import { DwellChart } from './dwell-chart.tsx';
import { drawn, unreached, type Step } from './funnel-rows.ts';
import { ReachedChart } from './reached-chart.tsx';
import { useWidth } from './use-width.ts';

/** From here on both halves stand side by side. */
const WIDE_PX = 900;
const DWELL_PART = 0.31;
const NAME_PX = { wide: 290, narrow: 108 } as const;
const NAME_LENGTH = 35;
/** What a character and a row's figures take at least. */
const LETTER_PX = 7.7;
const FIGURES_PX = 104;

/** One row a step: how many reached it, are still there and left there, and the median visible time of those who stayed and who left. */
export const FunnelChart = ({ rows }: { readonly rows: readonly Step[] }) => {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const isWide = width >= WIDE_PX;
  const dwellWidth = isWide ? Math.round(width * DWELL_PART) : width;
  const never = unreached(rows);
  return (
    <>
      <div ref={box} className="funnel" data-wide={isWide}>
        {width > 0 && (
          <>
            <figure>
              <figcaption className="legend"><span data-mark="trust">Went on</span> <span data-mark="reward">Still here</span> <span data-mark="accent">Left here</span></figcaption>
              {isWide ? (
                <ReachedChart rows={drawn(rows, NAME_LENGTH)} width={width - dwellWidth} nameWidth={NAME_PX.wide} />
              ) : (
                <ReachedChart rows={drawn(rows, Math.floor((width - FIGURES_PX) / LETTER_PX))} width={width} nameWidth={0} />
              )}
            </figure>
            <figure>
              <figcaption className="legend">Median time: <span data-dot="trust">stayed</span> <span data-dot="accent">left</span></figcaption>
              <DwellChart rows={drawn(rows, NAME_LENGTH)} width={dwellWidth} nameWidth={isWide ? 0 : NAME_PX.narrow} />
            </figure>
          </>
        )}
      </div>
      {never.length > 0 && <p className="lead after">Reached by nobody: {never.join(', ')}.</p>}
    </>
  );
};
