/** What the edge itself serves (`shell/edge`), with everything below each of them. */
export const EDGE_PATHS = [
  '/api',
  '/assets',
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

/**
 * Returns whether a path can be that of a screen: `/` or plain segments, as flows may declare them, without a slash at
 * the end, and none of the edge's own.
 */
export const isScreenPath = (path: string): boolean =>
  path === '/' ||
  (/^(\/[\w.~-]+)+$/.test(path) && !EDGE_PATHS.some((own) => path === own || path.startsWith(`${own}/`)));
