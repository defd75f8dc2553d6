import { LIVE, useLive } from './use-live.ts';
import { ChartCard } from '../../parts/chart-card.tsx';
import { formatCount } from '../../parts/format.ts';
import { DataBars } from '../../parts/data-bars.tsx';
import './live.css';

/** More would make the card taller than the one beside it. */
const PAGES_SHOWN = 7;

/** Shows who is in the funnel right now. */
export const LiveCard = () => {
  const state = useLive();
  const total = state.result?.rows.reduce((sum, { visitors }) => sum + visitors, 0);
  return (
    <ChartCard
      title="Live"
      lead="Visitors of the last 5 minutes, each at their latest page. Refreshed every 5 s, whatever the days and variant chosen."
      request={LIVE}
      state={state}
      empty="Nobody in the last 5 minutes."
      control={
        total !== undefined && (
          <p className="live-count">
            <span>{formatCount(total)}</span> now
          </p>
        )
      }
    >
      {(rows) => (
        <>
          <DataBars
            bars={rows
              .slice(0, PAGES_SHOWN)
              .map(({ page_path: name, visitors: value }) => ({ name, value, text: formatCount(value) }))}
          />
          {rows.length > PAGES_SHOWN && (
            <p className="lead">And {formatCount(rows.length - PAGES_SHOWN)} more in the table.</p>
          )}
        </>
      )}
    </ChartCard>
  );
};
