import { pathOf } from '@course/funnel';
import { useLocation } from '@course/platform';
import { useSyncExternalStore } from 'react';

/** The screens that link to legal pages. The first is where a visitor goes back to when we cannot tell. */
const ORIGINS: readonly string[] = (['sales002', 'sales', 'root', 'home', 'old001', 'old002', 'email'] as const).map(
  pathOf,
);

const DEFAULT_ORIGIN = ORIGINS[0]!;

interface Traces {
  /** `location.state` of the router: `{ from: path }` when a screen of this document led here. */
  readonly state: unknown;
  /** `document.referrer`: the address that led to this document, or an empty string. */
  readonly referrer: string;
  /** Origin of this site. */
  readonly site: string;
}

/** Path of the screen that the back link leads to: where the visitor came from, if that is one of the known origins. */
export function backTarget({ state, referrer, site }: Traces): string {
  // The referrer tells how the document was reached; a screen of the document that led here came later.
  const path = withoutSlash(fromOf(state) ?? pathOfReferrer(referrer, site));
  return ORIGINS.includes(path) ? path : DEFAULT_ORIGIN;
}

const fromOf = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'from' in state && typeof state.from === 'string'
    ? state.from
    : undefined;

const pathOfReferrer = (referrer: string, site: string): string =>
  referrer.startsWith(`${site}/`) ? new URL(referrer).pathname : '';

const withoutSlash = (path: string): string => path.replace(/(?<=.)\/+$/, '');

const never = () => () => {};

/** Where the visitor came from. While the page hydrates it is the default, because that is what the served HTML shows. */
export function useOrigin(): string {
  const { state } = useLocation() as { state: unknown };
  return useSyncExternalStore(
    never,
    () => backTarget({ state, referrer: document.referrer, site: location.origin }),
    () => DEFAULT_ORIGIN,
  );
}
