import type { ChartRow } from '@course/contracts';
import { formatCount, formatShare } from '../../parts/format.ts';

export type Step = ChartRow<'funnel'>;

/** A step as it is drawn. */
export interface DrawnStep extends Step {
  readonly name: string;
  readonly wentOn: number;
  readonly lost: number;
  readonly label: string;
  /** Both medians in seconds, the shorter first. If one is unknown, the other is repeated. */
  readonly times: readonly [number, number] | null;
}

/** The last step: a visit that ends there has reached the goal and is not lost. */
const goalOf = (rows: readonly Step[]): Step | undefined => rows.at(-1);

/** Returns whether a name has room beside the figures of its row. */
export type HasRoom = (name: string, figures: string) => boolean;

/** Returns the key and title of a step, cut to the room there is. */
export const nameOf = ({ step, title }: Pick<Step, 'step' | 'title'>, hasRoom: (name: string) => boolean): string => {
  const name = title && title.toLowerCase() !== step ? `${step} · ${title}` : step;
  if (hasRoom(name)) return name;
  const letters = [...name];
  const cut = (length: number): string => `${letters.slice(0, length).join('').trimEnd()}…`;
  const length = letters.findLastIndex((_, count) => hasRoom(cut(count)));
  return cut(Math.max(1, length));
};

const timesOf = ({ stayed_p50_seconds: stayed, left_p50_seconds: left }: Step): DrawnStep['times'] => {
  const known = [stayed, left].filter((seconds) => seconds !== null);
  return known.length === 0 ? null : [Math.min(...known), Math.max(...known)];
};

/** Returns the steps that any visit reached, as they are drawn. */
export const drawnSteps = (rows: readonly Step[], hasRoom: HasRoom): DrawnStep[] => {
  const goal = goalOf(rows);
  return rows
    .filter(({ reached }) => reached > 0)
    .map((row) => {
      const lost = row === goal ? 0 : row.left_here;
      const count = formatCount(row.reached);
      const label = row === goal ? count : `${count} −${formatShare(row.drop_off)}`;
      return {
        ...row,
        name: nameOf(row, (name) => hasRoom(name, label)),
        wentOn: row.reached - lost - row.still_here,
        lost,
        label,
        times: timesOf(row),
      };
    });
};

/** Returns the keys of steps that no visit reached, which the chart omits. */
export const unreachedSteps = (rows: readonly Step[]): readonly string[] =>
  rows.filter(({ reached }) => reached === 0).map(({ step }) => step);

/** Returns the steps where most visits end, in descending order, without the goal. */
export const greatestLosses = (rows: readonly Step[], count: number): readonly Step[] =>
  rows
    .filter((row) => row.left_here > 0 && row !== goalOf(rows))
    .toSorted((a, b) => b.left_here - a.left_here)
    .slice(0, count);
