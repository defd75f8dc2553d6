import { useLocation } from '@course/platform';
import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/**
 * The checkout that the payment provider sent the visitor back with, or null. Null while the served HTML hydrates,
 * because that was made without an address.
 */
export function useCheckoutId(): string | null {
  const { search } = useLocation();
  return useSyncExternalStore(
    neverChanges,
    () => new URLSearchParams(search).get('session_id'),
    () => null,
  );
}
