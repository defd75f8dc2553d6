import { CHARTS, type ChartRow } from '@course/contracts';
import { useState } from 'react';
import { requestOf } from '../data/chart-address.ts';
import { useChart } from '../data/use-chart.ts';
import type { Days, Filters } from '../filters/filters.ts';
import { ChartCard } from '../parts/chart-card.tsx';
import { formatCount, formatShare } from '../parts/format.ts';
import { Pages, usePages } from '../parts/pages.tsx';
import { SortHeading } from './sort-heading.tsx';
import { sorted, type Sorting } from './sorting.ts';

type Row = ChartRow<'lesson-completion'>;

const SHOWN = ['lesson', 'sent', 'done', 'completion'] as const satisfies readonly (keyof Row)[];
const COLUMNS = CHARTS['lesson-completion'];
const ROWS = 20;

interface LessonsCardProps {
  readonly filters: Filters;
  readonly days: Days;
}

/** Which lessons readers finish. */
export const LessonsCard = ({ filters, days }: LessonsCardProps) => {
  const request = requestOf('lesson-completion', filters, days);
  return (
    <ChartCard
      title="Lessons"
      lead="Lessons that were sent in these days, and how many of them their readers have marked as done since."
      request={request}
      state={useChart(request)}
      zone={filters.zone}
      empty="No lesson of an order that counts was sent in these days. Choose other days or another variant."
      isTable
      roomPx={320}
    >
      {(rows) => <LessonsTable rows={rows} />}
    </ChartCard>
  );
};

const LessonsTable = ({ rows }: { readonly rows: readonly Row[] }) => {
  const [sorting, setSorting] = useState<Sorting<keyof Row>>({ by: 'lesson', order: 'ascending' });
  const paged = usePages(sorted(rows, sorting), ROWS);
  return (
    <>
      <div className="scroller" role="region" aria-label="Completion by lesson" tabIndex={0}>
        <table className="timing">
          <caption className="visually-hidden">How many of the lessons that were sent are done</caption>
          <thead>
            <tr>
              {SHOWN.map((name) => (
                <SortHeading
                  key={name}
                  name={name}
                  label={COLUMNS[name].label}
                  isText={name === 'lesson'}
                  sorting={sorting}
                  onSort={setSorting}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {paged.shown.map(({ lesson, sent, done, completion }) => (
              <tr key={lesson}>
                <th scope="row" data-text>
                  {lesson}
                </th>
                <td>{formatCount(sent)}</td>
                <td>{formatCount(done)}</td>
                <td>{formatShare(completion)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Pages paged={paged} what="lessons" />
    </>
  );
};
