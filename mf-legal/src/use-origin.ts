import { useLocation } from '@course/platform';
import { useSyncExternalStore } from 'react';
import { backTarget, DEFAULT_ORIGIN } from './back-target.ts';

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
