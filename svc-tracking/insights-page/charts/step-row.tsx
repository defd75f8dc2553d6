import type { ReactNode } from 'react';
import { useYAxisScale } from 'recharts';
import type { DrawnStep } from './funnel-rows.ts';

/**
 * Something for each step in the middle of its own row, by the step's key. Labels of the library are numbered by the
 * bars that it draws, and steps without a bar are none of them.
 */
export const EachStep = ({
  rows,
  children,
}: {
  readonly rows: readonly DrawnStep[];
  readonly children: (row: DrawnStep, middle: number) => ReactNode;
}) => {
  const at = useYAxisScale();
  return (
    <g>
      {rows.map((row) => {
        const middle = at?.(row.step, { position: 'middle' });
        return (
          middle !== undefined && (
            <g key={row.step} data-step={row.step}>
              {children(row, middle)}
            </g>
          )
        );
      })}
    </g>
  );
};
