const ORIGIN = /^https?:\/\/[^/?#]*/i;

/** Returns a request target as routes know it: HTTP also allows the whole address there. */
export const originForm = (target: string): string => {
  if (target.startsWith('/')) return target;
  const rest = target.replace(ORIGIN, '');
  return rest.startsWith('/') ? rest : `/${rest}`;
};

export interface PageAddress {
  readonly pathname: string;
  /** With its question mark; empty without a query. */
  readonly search: string;
}

/** Returns path and query of a page's address; undefined for what a browser would take for another host (`//`, `/\`). */
export const pageAddress = (url: string): PageAddress | undefined => {
  const query = url.indexOf('?');
  const pathname = query < 0 ? url : url.slice(0, query);
  if (pathname.startsWith('//') || pathname.includes('\\')) return undefined;
  return { pathname, search: query < 0 ? '' : url.slice(query) };
};

/** Returns the path without slashes at its end, in time that grows with its length alone. */
export const withoutTrailingSlashes = (pathname: string): string => {
  let end = pathname.length;
  while (end > 1 && pathname[end - 1] === '/') end -= 1;
  return pathname.slice(0, end);
};

/** Whether the path belongs to the API in any spelling: an unknown one is no page. */
export const isApiPath = (pathname: string): boolean => /^\/api(\/|$)/i.test(pathname);
