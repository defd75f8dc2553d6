interface Stone {
  readonly x: number;
  readonly y: number;
  readonly rx: number;
  readonly ry: number;
}

const SAMPLES = 400;
const FLATNESS = 0.42;

const round = (value: number): number => Math.round(value * 10) / 10;

/** The path's middle line in a picture of 360 x 240: from the lower left, near, in bends to the sun on the horizon, far. */
function lineAt(along: number): Stone {
  const rx = 12.5 - 10 * along;
  const bend = Math.cos(along * Math.PI * 2.35 + 0.15) * 104 * (1 - along) ** 1.15;
  return { x: 168 + 44 * along - bend, y: 224 - 116 * along ** 0.92, rx, ry: rx * FLATNESS };
}

/** How many stones lie between two near points of the line. On the picture's ground, depth is foreshortened. */
const stonesBetween = (a: Stone, b: Stone): number => Math.hypot((b.x - a.x) / a.rx, (b.y - a.y) / a.ry);

/**
 * Where the stones lie: evenly for the eye, near ones large and far ones small. Rounded, so that the served HTML and
 * the browser agree.
 */
function stonePath(count: number): Stone[] {
  const line = Array.from({ length: SAMPLES + 1 }, (_, index) => lineAt(index / SAMPLES));
  const walked = [0];
  for (let index = 1; index < line.length; index++)
    walked.push(walked[index - 1]! + stonesBetween(line[index - 1]!, line[index]!));
  const gap = walked[SAMPLES]! / Math.max(1, count - 1);
  return Array.from({ length: count }, (_, index) => {
    const { x, y, rx, ry } = line[walked.findIndex((way) => way >= index * gap - 1e-6)]!;
    return { x: round(x), y: round(y), rx: round(rx), ry: round(ry) };
  });
}

/** How far a stone's shadow falls, as a share of its height. */
const DROP = 0.45;

const outline = ({ x, y, rx, ry }: Stone): string =>
  `M${round(x - rx)} ${round(y)}a${rx} ${ry} 0 1 0 ${round(2 * rx)} 0a${rx} ${ry} 0 1 0 ${round(-2 * rx)} 0`;

interface StoneShapes {
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
