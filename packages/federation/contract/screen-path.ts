/** What the edge itself serves (`shell/edge`), with everything below each of them. */
export const EDGE_PATHS = [
  '/api',
  '/assets',
  '/favicon.ico',
  '/healthz',
  '/insights',
  '/preview',
  '/readyz',
  '/remotes',
  '/robots.txt',
  '/runtime-config.json',
  '/__dev',
  '/__screens',
  '/__screens.json',
] as const;

const MAX_CHARACTERS = 512;

const isEdgePath = (path: string): boolean => EDGE_PATHS.some((own) => path === own || path.startsWith(`${own}/`));

/**
 * Returns whether a path can be that of a screen: `/` or plain segments, as flows may declare them, without a slash at
 * the end, and none of the edge's own, in whatever case.
 */
export const isScreenPath = (path: string): boolean =>
  path === '/' ||
  (path.length <= MAX_CHARACTERS && /^(\/(?!\.{1,2}(\/|$))[\w.~-]+)+$/.test(path) && !isEdgePath(path.toLowerCase()));

/** What a team can do about a path that cannot be that of a screen. */
export const SCREEN_PATH_REMEDY = `Use letters, digits and - . _ ~, at most ${MAX_CHARACTERS} characters, without a slash at the end, and not one of ${EDGE_PATHS.join(', ')} or below it.`;
