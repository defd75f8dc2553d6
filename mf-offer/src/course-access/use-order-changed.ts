import { useState } from 'react';

/** Whether the order that is shown, null for none, took the place of another one that was opened in this browser before. */
export function useHasTurned(orderNumber: string | null): boolean {
  const [shown, setShown] = useState({ orderNumber, hasTurned: false });
  if (shown.orderNumber === orderNumber) return shown.hasTurned;
  const hasTurned = shown.orderNumber !== null && orderNumber !== null;
  setShown({ orderNumber, hasTurned });
  return hasTurned;
}
