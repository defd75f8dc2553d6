import { pathTo, useLocation } from '@course/platform';
import { useOnceHydrated } from '@course/ui';
import { DEFAULT_ORIGIN, ORIGINS } from './flow/steps.ts';

interface VisitOrigin {
  /** The router's `location.state`: `{ from: path }` when a screen of this document led here. */
  readonly state: unknown;
  /** `document.referrer`: the address that led to this document, or an empty string. */
  readonly referrer: string;
  /** This site's origin, such as `https://course.example`. */
  readonly site: string;
  /** Paths of the screens that link to legal pages. */
  readonly origins: readonly string[];
  /** The path for every other origin. */
  readonly fallback: string;
}

/** Returns the back link's path: where the visitor came from if that is one of `origins`, otherwise `fallback`. */
export function backTarget({ state, referrer, site, origins, fallback }: VisitOrigin): string {
  // `state` is more recent: the referrer is only the page that led to this document.
  const path = withoutSlash(fromOf(state) ?? pathOfReferrer(referrer, site));
  return origins.includes(path) ? path : fallback;
}

const fromOf = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'from' in state && typeof state.from === 'string'
    ? state.from
    : undefined;

const pathOfReferrer = (referrer: string, site: string): string =>
  referrer.startsWith(`${site}/`) ? new URL(referrer).pathname : '';

const withoutSlash = (path: string): string => path.replace(/(.)\/+$/, '$1');

/** Returns the path the visitor came from; during hydration the default, as in the served HTML. */
export function useOrigin(): string {
  const { state } = useLocation() as { state: unknown };
  const fallback = pathTo(DEFAULT_ORIGIN);
  const origins = Object.keys(ORIGINS).map(pathTo);
  return useOnceHydrated(fallback, () =>
    backTarget({ state, referrer: document.referrer, site: location.origin, origins, fallback }),
  );
}
