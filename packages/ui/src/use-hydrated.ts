import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/** Returns the value in the served HTML and while it hydrates, and what `read` returns from then on. */
export const useOnceHydrated = <Value>(served: Value, read: () => Value): Value =>
  useSyncExternalStore(neverChanges, read, () => served);

/** Returns false in the served HTML and while it hydrates, true from then on. */
export const useHydrated = (): boolean => useOnceHydrated(false, () => true);
