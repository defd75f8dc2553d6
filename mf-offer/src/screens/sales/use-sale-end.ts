import { useEffect, useState } from 'react';
import { saleEnd } from './sale-end.ts';

/** When the offer of this load ends, in ms since 1970. Undefined while the served HTML hydrates. */
export function useSaleEnd(): number | undefined {
  const [endsAt, setEndsAt] = useState<number>();
  useEffect(() => setEndsAt(saleEnd(Date.now())), []);
  return endsAt;
}
