/** Returns the value of a cookie in a request's header, as it is written there. */
export function cookieIn(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined;
  for (const pair of header.split(';')) {
    const [key, value] = pair.split('=', 2);
    if (key?.trim() === name) return value?.trim();
  }
  return undefined;
}

/** Returns the bucket, 0 to 9999, that a cookie gives a browser: a number that says nothing about the visitor. */
export function bucketIn(header: string | undefined, name: string): number | undefined {
  const value = cookieIn(header, name);
  return value !== undefined && /^\d{1,4}$/.test(value) ? Number(value) : undefined;
}

interface CookieOptions {
  /** 0: the browser forgets it. */
  readonly seconds: number;
  /** True where visitors come by HTTPS. */
  readonly secure: boolean;
}

/** Returns a `Set-Cookie` header for all pages of the site, of a cookie that scripts do not see. */
export const setCookie = (name: string, value: string, { seconds, secure }: CookieOptions): string =>
  `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
