/** Returns the raw value of a cookie in a `Cookie` header. */
export function cookieIn(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined;
  for (const pair of header.split(';')) {
    const [key, value] = pair.split('=', 2);
    if (key?.trim() === name) return value?.trim();
  }
  return undefined;
}

/**
 * Returns the bucket (0 to 9999) that a cookie assigns to the browser: a number that says nothing about the visitor.
 */
export function bucketIn(header: string | undefined, name: string): number | undefined {
  const value = cookieIn(header, name);
  return value !== undefined && /^\d{1,4}$/.test(value) ? Number(value) : undefined;
}

interface CookieOptions {
  /** 0 deletes the cookie. */
  readonly seconds: number;
  /** True if visitors use HTTPS. */
  readonly secure: boolean;
  /** True if scripts may read it. */
  readonly readable?: boolean;
}

/** Returns a `Set-Cookie` header for a site-wide cookie. */
export const setCookie = (name: string, value: string, { seconds, secure, readable = false }: CookieOptions): string =>
  `${name}=${value}; Path=/; Max-Age=${seconds}${readable ? '' : '; HttpOnly'}; SameSite=Lax${secure ? '; Secure' : ''}`;
