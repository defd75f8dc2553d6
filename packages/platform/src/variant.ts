import { bucketOf, pathOfBucket, SPLIT_COOKIE, type RuntimeConfig } from '@course/contracts';
import { runtimeConfig } from './config.ts';
import { currentSessionId } from './visitor.ts';

type Splits = NonNullable<RuntimeConfig['split']>;

/** `entry=home,sales=sales002`: what of each split a visitor is given. Undefined when nothing is split. */
export function variantIn({ entry, sales }: Splits, cookies: string, sessionId: string): string | undefined {
  const bucket = new RegExp(`(?:^|; )${SPLIT_COOKIE}=(\\d{1,4})(?:;|$)`).exec(cookies)?.[1];
  const given = [
    ['entry', entry && bucket && pathOfBucket(entry, Number(bucket))],
    ['sales', sales && pathOfBucket(sales, bucketOf(sessionId))],
  ];
  return given.flatMap(([name, path]) => (path ? [`${name}=${path.slice(1) || 'root'}`] : [])).join(',') || undefined;
}

/** The variant of a session in this browser, for its rows on the server. */
export function variantOf(sessionId: string): string | undefined {
  try {
    const { split } = runtimeConfig();
    return split && variantIn(split, document.cookie, sessionId);
  } catch {
    // Measuring is never worth a failure: a browser may refuse even the look at its cookies.
    return undefined;
  }
}

/** The sales page that this visitor is given; undefined when sales pages are not split. */
export function salesPath(): string | undefined {
  const sales = runtimeConfig().split?.sales;
  return sales && pathOfBucket(sales, bucketOf(currentSessionId()));
}
