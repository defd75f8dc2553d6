import { stonePath, type Stone } from './stone-path.ts';

/** How far a stone's shadow falls, as a share of its height. */
const DROP = 0.45;

const outline = ({ x, y, rx, ry }: Stone): string =>
  `M${round(x - rx)} ${round(y)}a${rx} ${ry} 0 1 0 ${round(2 * rx)} 0a${rx} ${ry} 0 1 0 ${round(-2 * rx)} 0`;

const round = (value: number): number => Math.round(value * 10) / 10;

export interface StoneShapes {
  /** The shadows of all stones, as one path. */
  readonly shade: string;
  /** The stones that are walked already. */
  readonly lit: string;
  readonly ahead: string;
}

const made = new Map<string, StoneShapes>();

/** A path of stones as three outlines: far fewer elements than stones. Made once for each pair of numbers. */
export function stoneShapes(count: number, walked: number): StoneShapes {
  const key = `${count} ${walked}`;
  const before = made.get(key);
  if (before) return before;
  const stones = stonePath(count);
  const shapes = {
    shade: stones.map((stone) => outline({ ...stone, y: stone.y + stone.ry * DROP })).join(''),
    lit: stones.slice(0, walked).map(outline).join(''),
    ahead: stones.slice(walked).map(outline).join(''),
  };
  made.set(key, shapes);
  return shapes;
}
