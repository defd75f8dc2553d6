import { useEffect, useState } from 'react';
import { keepChoices, keptChoices } from '../../offer/kept-choices.ts';
import { saleEnd } from './sale-end.ts';

/**
 * When the offer of this load ends, in ms since 1970. Undefined while the served HTML hydrates. Leaving the page and
 * coming back within the document is no load, so the offer goes on.
 */
export function useSaleEnd(): number | undefined {
  const [endsAt, setEndsAt] = useState(() => keptChoices('sales').endsAt);
  useEffect(() => {
    if (endsAt !== undefined) return keepChoices('sales', { endsAt });
    setEndsAt(saleEnd(Date.now()));
  }, [endsAt]);
  return endsAt;
}
