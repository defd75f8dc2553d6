interface Visited {
  /** Keys of the answered steps, in the order of answering. */
  readonly answered: readonly string[];
  /** Key of the furthest step reached, or an empty string. */
  readonly furthest: string;
}

/**
 * Returns the path at which a visitor continues after a release removed the step at `path`: the last step answered
 * before it that still exists, else the first one answered after it, else the start. Undefined if `path` is not a step
 * that the visitor has reached. A step's path is its key, which is all that the host knows about steps.
 */
export function nearestStep(
  path: string,
  { answered, furthest }: Visited,
  exists: (path: string) => boolean,
): string | undefined {
  const key = path.slice(1);
  const paths = answered.map((step) => `/${step}`);
  const at = paths.indexOf(path);
  if (!key || (at < 0 && key !== furthest)) return undefined;
  const before = at < 0 ? paths : paths.slice(0, at);
  return before.filter(exists).at(-1) ?? paths.find(exists) ?? '/';
}
