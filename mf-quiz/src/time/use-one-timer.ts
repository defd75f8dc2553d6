import { useEffect, useState } from 'react';
import { oneTimer, type OneTimer } from './one-timer.ts';

/** A timer that ends with its screen. */
export function useOneTimer(): OneTimer {
  const [timer] = useState(() => oneTimer());
  useEffect(() => timer.cancel, [timer]);
  return timer;
}
