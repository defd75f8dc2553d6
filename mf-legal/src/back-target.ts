import { pathTo, useLocation } from '@course/platform';
import { useOnceHydrated } from '@course/ui';
import { DEFAULT_ORIGIN, ORIGINS } from './flow/steps.ts';

interface Traces {
  /** `location.state` of the router: `{ from: path }` when a screen of this document led here. */
  readonly state: unknown;
  /** `document.referrer`: the address that led to this document, or an empty string. */
  readonly referrer: string;
  /** Origin of this site. */
  readonly site: string;
  /** Paths of the screens that link to legal pages; the first is the default. */
  readonly origins: readonly string[];
}

/** Path of the screen that the back link leads to: where the visitor came from, if that is one of the known origins. */
export function backTarget({ state, referrer, site, origins }: Traces): string {
  // The referrer tells how the document was reached; a screen of the document that led here came later.
  const path = withoutSlash(fromOf(state) ?? pathOfReferrer(referrer, site));
  return origins.includes(path) ? path : (origins[0] ?? '/');
}

const fromOf = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'from' in state && typeof state.from === 'string'
    ? state.from
    : undefined;

const pathOfReferrer = (referrer: string, site: string): string =>
  referrer.startsWith(`${site}/`) ? new URL(referrer).pathname : '';

const withoutSlash = (path: string): string => path.replace(/(.)\/+$/, '$1');

/** Where the visitor came from. While the page hydrates it is the default, because that is what the served HTML shows. */
export function useOrigin(): string {
  const { state } = useLocation() as { state: unknown };
  return useOnceHydrated(pathTo(DEFAULT_ORIGIN), () =>
    backTarget({ state, referrer: document.referrer, site: location.origin, origins: ORIGINS.map(pathTo) }),
  );
}
