import { useEffect, useRef, useState } from 'react';
import { addressOf, type DaysQuery, requestOf } from '../../data/chart-address.ts';
import { useChart } from '../../data/use-chart.ts';
import { useNow } from '../../data/use-now.ts';
import { daysBeforeThese, type Filtered, isUnfinished } from '../../filters/filters.ts';
import { ChartCard } from '../../parts/chart-card.tsx';
import { LoadFailure } from '../../parts/failure-note.tsx';
import { DistributionDialog } from './distribution-dialog.tsx';
import { PageTimingTable, SHOWN } from './page-timing-table.tsx';
import './page-timing.css';

/** Returns whether the days of a query are those before the days of another one, which is otherwise the same. */
const isBefore = (query: DaysQuery, other: DaysQuery): boolean => {
  const address = (of: DaysQuery): string => addressOf({ chart: 'page-timing', query: of });
  return address(query) === address({ ...other, ...daysBeforeThese(other) });
};

/** Shows how long each page is viewed. */
export const PageTimingCard = ({ filters, days }: Filtered) => {
  const request = requestOf('page-timing', filters, days);
  const before = useChart(requestOf('page-timing', filters, daysBeforeThese(days)));
  const now = useNow();
  const [path, setPath] = useState<string>();
  const opener = useRef<HTMLElement>(null);
  // Returns the focus to the button that opened the dialog, which is one of many.
  useEffect(() => {
    if (path === undefined) opener.current?.focus();
  }, [path]);
  const choose = (page: string, button: HTMLElement): void => {
    opener.current = button;
    setPath(page);
  };
  const distributionOf = (page: string) => requestOf('page-distribution', filters, days, { path: page });
  return (
    <>
      <ChartCard
        title="Page timing"
        lead="Visible time per view of a page, for views whose end is known; below it, smaller, the same for the same number of days before. Choose a column to sort by it, or a shape to see it larger and over time."
        request={request}
        empty="No page was viewed in these days. Choose other days or another variant."
        isTable
        columns={SHOWN}
        roomPx={1400}
      >
        {(rows, query) => (
          <>
            <LoadFailure state={before} what="The days before" />
            {isUnfinished(query, now) && (
              <p className="lead">The last day is not over yet, so views are not compared.</p>
            )}
            <PageTimingTable
              rows={rows}
              // While others are loading, the rows may be of other days than these.
              before={before.result && isBefore(before.result.query, query) ? before.result.rows : []}
              isUnfinished={isUnfinished(query, now)}
              distributionOf={distributionOf}
              onChoose={choose}
            />
          </>
        )}
      </ChartCard>
      {path !== undefined && (
        <DistributionDialog
          path={path}
          request={distributionOf(path)}
          overTime={requestOf('page-timing-over-time', filters, days, { path })}
          onClose={() => setPath(undefined)}
        />
      )}
    </>
  );
};
