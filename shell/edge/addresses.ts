const ORIGIN = /^https?:\/\/[^/?#]*/i;

/** Returns a request target in the origin form that routes expect: HTTP also allows an absolute URL there. */
export const originForm = (target: string): string => {
  if (target.startsWith('/')) return target;
  const rest = target.replace(ORIGIN, '');
  return rest.startsWith('/') ? rest : `/${rest}`;
};

/** Returns whether an origin is reached over HTTPS. */
export const isHttps = (origin: string): boolean => origin.startsWith('https:');

export interface PageAddress {
  readonly pathname: string;
  /** Includes the question mark; empty without a query. */
  readonly search: string;
}

/** Returns a page address's path and query; undefined if a browser would resolve it to another host (`//`, `/\`). */
export const pageAddress = (url: string): PageAddress | undefined => {
  const query = url.indexOf('?');
  const pathname = query < 0 ? url : url.slice(0, query);
  if (pathname.startsWith('//') || pathname.includes('\\')) return undefined;
  return { pathname, search: query < 0 ? '' : url.slice(query) };
};

/** Returns the path without trailing slashes, in linear time. */
export const withoutTrailingSlashes = (pathname: string): string => {
  let end = pathname.length;
  while (end > 1 && pathname[end - 1] === '/') end -= 1;
  return pathname.slice(0, end);
};

/** Returns whether the path belongs to the API, in any letter case: an unknown API path is not a page. */
export const isApiPath = (pathname: string): boolean => /^\/api(\/|$)/i.test(pathname);
