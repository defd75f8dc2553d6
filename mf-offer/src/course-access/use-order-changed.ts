import { useState } from 'react';

/** Whether this answer, null for none, is of another order than the one before: that was opened in this browser since. */
export function useOrderChanged(view: { readonly orderNumber: string } | null): boolean {
  const [shown, setShown] = useState({ view, hasChanged: false });
  if (shown.view === view) return shown.hasChanged;
  const hasChanged = !!shown.view && !!view && shown.view.orderNumber !== view.orderNumber;
  setShown({ view, hasChanged });
  return hasChanged;
}
