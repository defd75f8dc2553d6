interface Visited {
  /** Keys of what was answered, in the order of answering. */
  readonly answered: readonly string[];
  /** Key of the furthest step reached, or an empty string. */
  readonly furthest: string;
}

/**
 * Returns where a visitor goes on who has been on `path` before a release took it away: the last step answered before
 * it that still exists, else the first answered after it, else the start. Undefined for a path that is no step of theirs.
 * A step's path is its key, which is all that the host knows of steps.
 */
export function nearestStep(
  path: string,
  { answered, furthest }: Visited,
  exists: (path: string) => boolean,
): string | undefined {
  const key = path.slice(1);
  const paths = answered.map((one) => `/${one}`);
  const at = paths.indexOf(path);
  if (!key || (at < 0 && key !== furthest)) return undefined;
  const before = at < 0 ? paths : paths.slice(0, at);
  return before.filter(exists).at(-1) ?? paths.find(exists) ?? '/';
}
