import { useState, useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/** Returns `served` in the served HTML and during hydration, and what `read` returns from then on. */
export const useOnceHydrated = <Value>(served: Value, read: () => Value): Value =>
  useSyncExternalStore(neverChanges, read, () => served);

/** Returns false in the served HTML and during hydration, true from then on. */
export const useHydrated = (): boolean => useOnceHydrated(false, () => true);

/** Returns true if the component was in the served HTML, for as long as it is mounted. */
export function useServed(): boolean {
  const isHydrated = useHydrated();
  const [isServed] = useState(!isHydrated);
  return isServed;
}
