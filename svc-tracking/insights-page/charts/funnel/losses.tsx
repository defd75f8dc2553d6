import { formatCount, formatShare } from '../../parts/format.ts';
import { greatestLosses, nameOf, type Step } from './funnel-rows.ts';

const SHOWN = 3;
const NAME_LENGTH = 60;

/** Lists the steps where most visits end, which deserve attention first. */
export const Losses = ({ rows }: { readonly rows: readonly Step[] }) => {
  const losses = greatestLosses(rows, SHOWN);
  if (losses.length === 0) return null;
  return (
    <div className="losses">
      <p>Most visits end at</p>
      <ol>
        {losses.map((row) => (
          <li key={row.step}>
            <span className="amount">{formatCount(row.left_here)}</span>{' '}
            <span className="name">{nameOf(row, ({ length }) => length <= NAME_LENGTH)}</span>{' '}
            <span className="part">
              of the {formatCount(row.reached)} who reached it ({formatShare(row.drop_off)})
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
};
