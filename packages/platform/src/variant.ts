import { bucketOf, pathOfBucket, SPLIT_COOKIE, type RuntimeConfig } from '@course/contracts';
import { runtimeConfig } from './config.ts';
import { currentSessionId } from './visitor.ts';

type Splits = NonNullable<RuntimeConfig['split']>;

/** Returns what a visitor is assigned in each split, as `entry=home,sales=sales002`. Undefined if nothing is split. */
export function variantIn({ entry, sales }: Splits, cookies: string, sessionId: string): string | undefined {
  const bucket = new RegExp(`(?:^|; )${SPLIT_COOKIE}=(\\d{1,4})(?:;|$)`).exec(cookies)?.[1];
  const assigned = [
    ['entry', entry && bucket && pathOfBucket(entry, Number(bucket))],
    ['sales', sales && pathOfBucket(sales, bucketOf(sessionId))],
  ];
  return (
    assigned.flatMap(([name, path]) => (path ? [`${name}=${path.slice(1) || 'root'}`] : [])).join(',') || undefined
  );
}

/** Returns the variant of a session in this browser, for its rows on the server. */
export function variantOf(sessionId: string): string | undefined {
  try {
    const { split } = runtimeConfig();
    return split && variantIn(split, document.cookie, sessionId);
  } catch {
    // Measurement must never cause a failure: a browser may even refuse access to its cookies.
    return undefined;
  }
}

/** Returns the sales page that this visitor is assigned; undefined if sales pages are not split. */
export function salesPath(): string | undefined {
  const sales = runtimeConfig().split?.sales;
  return sales && pathOfBucket(sales, bucketOf(currentSessionId()));
}
