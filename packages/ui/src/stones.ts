interface Stone {
  readonly x: number;
  readonly y: number;
  readonly rx: number;
  readonly ry: number;
}

const SAMPLES = 400;
const FLATNESS = 0.42;

const round = (value: number): number => Math.round(value * 10) / 10;

/**
 * Returns the stone at a point of the path in a picture of 360 x 240: 0 is near, at the lower left, 1 far, below the
 * sun.
 */
function lineAt(along: number): Stone {
  const rx = 12.5 - 10 * along;
  const bend = Math.cos(along * Math.PI * 2.35 + 0.15) * 104 * (1 - along) ** 1.15;
  return { x: 168 + 44 * along - bend, y: 224 - 116 * along ** 0.92, rx, ry: rx * FLATNESS };
}

/** Returns how many stones fit between two adjacent points of the line. Depth is foreshortened. */
const stonesBetween = (a: Stone, b: Stone): number => Math.hypot((b.x - a.x) / a.rx, (b.y - a.y) / a.ry);

/**
 * Returns stones that look evenly spaced in perspective: near ones are large, far ones small. Rounded, so that the
 * served HTML and the browser agree.
 */
function stonePath(count: number): Stone[] {
  const line = Array.from({ length: SAMPLES + 1 }, (_, index) => lineAt(index / SAMPLES));
  const distances = [0];
  for (let index = 1; index < line.length; index++)
    distances.push(distances[index - 1]! + stonesBetween(line[index - 1]!, line[index]!));
  const gap = distances[SAMPLES]! / Math.max(1, count - 1);
  return Array.from({ length: count }, (_, index) => {
    const { x, y, rx, ry } = line[distances.findIndex((distance) => distance >= index * gap - 1e-6)]!;
    return { x: round(x), y: round(y), rx: round(rx), ry: round(ry) };
  });
}

/**
 * Returns the stone's ellipse as one arc, which ends 0.1 short of its start. The usual two arcs would double the length
 * of the path data in the served HTML.
 */
const outline = ({ x, y, rx, ry }: Stone): string => `M${x} ${round(y - ry)}a${rx} ${ry} 0 1 0 .1 0z`;

interface StoneShapes {
  /** The stones that have been walked. */
  readonly lit: string;
  readonly ahead: string;
}

/** How far a stone's shadow falls, as a share of half its height. */
const DROP = 0.45;

/**
 * Returns an SVG transform from the stones to their shadows. The nearer a stone, the lower it lies in the picture and
 * the taller it is, so one scale, exact for the nearest and the farthest stone, serves all.
 */
function shadeTransform(): string {
  const near = lineAt(0);
  const far = lineAt(1);
  const stretch = (DROP * (near.ry - far.ry)) / (near.y - far.y);
  return `matrix(1 0 0 ${(1 + stretch).toFixed(4)} 0 ${(DROP * near.ry - stretch * near.y).toFixed(3)})`;
}

export const SHADE_TRANSFORM = shadeTransform();

const cache = new Map<string, StoneShapes>();

/** Returns a path of stones as two outlines: far fewer elements than stones. Cached for each pair of numbers. */
export function stoneShapes(count: number, walked: number): StoneShapes {
  const key = `${count} ${walked}`;
  const cached = cache.get(key);
  if (cached) return cached;
  const outlines = stonePath(count).map(outline);
  const shapes = { lit: outlines.slice(0, walked).join(''), ahead: outlines.slice(walked).join('') };
  cache.set(key, shapes);
  return shapes;
}
