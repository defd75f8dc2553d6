import type { ChartRow } from '@course/contracts';
import { formatCount, formatShare } from '../../parts/format.ts';

export type Step = ChartRow<'funnel'>;

/** A step as it is drawn. */
export interface DrawnStep extends Step {
  readonly name: string;
  readonly wentOn: number;
  readonly lost: number;
  readonly label: string;
  /** Both medians in seconds, the shorter first; of one that is unknown the other twice. */
  readonly times: readonly [number, number] | null;
}

/** The end of the way: who is there has arrived and is not lost. */
const goalOf = (rows: readonly Step[]): Step | undefined => rows.at(-1);

/** Whether a name has room beside the figures of its row. */
export type HasRoom = (name: string, figures: string) => boolean;

/** A step with its title, cut to what has room. */
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

/** The steps that somebody reached. */
export const drawn = (rows: readonly Step[], hasRoom: HasRoom): DrawnStep[] => {
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

/** Steps of the way that nobody reached, which a chart does without. */
export const unreached = (rows: readonly Step[]): readonly string[] =>
  rows.filter(({ reached }) => reached === 0).map(({ step }) => step);

/** The steps where most visits end, most first; the goal is none. */
export const greatestLosses = (rows: readonly Step[], count: number): readonly Step[] =>
  rows
    .filter((row) => row.left_here > 0 && row !== goalOf(rows))
    .toSorted((one, other) => other.left_here - one.left_here)
    .slice(0, count);
