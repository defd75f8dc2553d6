import { SALES_COUNTDOWN_MS } from '@course/funnel';
import { useEffect, useState } from 'react';

/** When the offer of this load ends, in ms since 1970. Undefined while the served HTML hydrates. */
export function useSaleEnd(): number | undefined {
  const [endsAt, setEndsAt] = useState<number>();
  useEffect(() => setEndsAt(Date.now() + SALES_COUNTDOWN_MS), []);
  return endsAt;
}
