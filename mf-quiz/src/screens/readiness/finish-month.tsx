import { PRODUCT } from '@course/funnel';
import { useEffect, useState } from 'react';
import { monthAfter } from './month.ts';

/**
 * The month that the challenge ends in. The served HTML holds the one of its making, which may be over: hydration lets
 * it stand, and the new key then puts today's in its place.
 */
export function FinishMonth() {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return (
    <strong key={hydrated ? 'now' : 'served'} suppressHydrationWarning>
      {monthAfter(new Date(), PRODUCT.challengeDays)}
    </strong>
  );
}
