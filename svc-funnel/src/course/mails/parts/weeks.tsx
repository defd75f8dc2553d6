import type { PlanOutline } from '@course/funnel/course';
import { themed } from '../theme.ts';

export const weekName = (at: number): string => `Week ${at + 1}`;

const CELL = { borderTopWidth: 1, borderTopStyle: 'solid', verticalAlign: 'top' } as const;

/** Titles of some lessons of each week, one per line. */
export const Weeks = ({ weeks }: { weeks: PlanOutline['weeks'] }) => (
  <table
    width="100%"
    cellPadding="0"
    cellSpacing="0"
    border={0}
    style={{ margin: '4px 0 20px', fontSize: 16, lineHeight: '24px' }}
  >
    <tbody>
      {weeks.map((titles, at) => (
        <tr key={weekName(at)}>
          <th
            scope="row"
            align="left"
            {...themed('rule', { ...CELL, padding: '10px 12px 10px 0', fontWeight: 400, width: 64 })}
          >
            <span {...themed('soft')}>{weekName(at)}</span>
          </th>
          <td align="left" {...themed('rule', { ...CELL, padding: '10px 0', wordBreak: 'break-word' })}>
            {titles.map((title) => (
              <div key={title} {...themed('ink')}>
                {title}
              </div>
            ))}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
