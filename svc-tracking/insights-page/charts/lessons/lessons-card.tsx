import { CHARTS, type ChartRow } from '@course/contracts';
import { useState } from 'react';
import { requestOf } from '../../data/chart-address.ts';
import type { Filtered } from '../../filters/filters.ts';
import { ChartCard } from '../../parts/chart-card.tsx';
import { formatCount, formatShare } from '../../parts/format.ts';
import { PagedTable } from '../../parts/paged-table.tsx';
import { SortHeading } from '../../parts/sort-heading.tsx';
import { sorted, type Sorting } from '../../parts/sorting.ts';

type Row = ChartRow<'lesson-completion'>;

const SHOWN = ['lesson', 'sent', 'done', 'completion'] as const satisfies readonly (keyof Row)[];
const COLUMNS = CHARTS['lesson-completion'];
const ROWS_PER_PAGE = 20;

/** Shows which lessons readers finish. */
export const LessonsCard = ({ filters, days }: Filtered) => {
  const request = requestOf('lesson-completion', filters, days);
  return (
    <ChartCard
      title="Lessons"
      lead="Lessons that were sent in these days, and how many of them their readers have marked as done since."
      request={request}
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
  return (
    <PagedTable
      rows={sorted(rows, sorting)}
      size={ROWS_PER_PAGE}
      label="Completion by lesson"
      caption="How many of the lessons that were sent are done"
      what="lessons"
      className="timing"
      head={
        <>
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
        </>
      }
      row={({ lesson, sent, done, completion }) => (
        <tr key={lesson}>
          <th scope="row" data-text>
            {lesson}
          </th>
          <td>{formatCount(sent)}</td>
          <td>{formatCount(done)}</td>
          <td>{formatShare(completion)}</td>
        </tr>
      )}
    />
  );
};
