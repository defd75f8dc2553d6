/** What the edge itself answers, with everything below each of them. */
export const EDGE_PATHS = ['/api', '/assets', '/healthz', '/insights', '/preview', '/readyz', '/remotes'] as const;

/**
 * Returns whether a path can be that of a screen: `/` or plain segments, as flows may declare them, without a slash at
 * the end, and none of the edge's own.
 */
export const isScreenPath = (path: string): boolean =>
  path === '/' ||
  (/^(\/[\w.~-]+)+$/.test(path) && !EDGE_PATHS.some((own) => path === own || path.startsWith(`${own}/`)));
