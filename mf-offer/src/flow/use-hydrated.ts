import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/** False in the served HTML and while it hydrates, true from then on. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
