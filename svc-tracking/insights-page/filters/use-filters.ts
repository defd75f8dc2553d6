import { useCallback, useEffect, useState } from 'react';
import { filtersIn, searchOf, type Filters } from './filters.ts';

/** The filters, which live in the address: it can be shared, and back goes back. */
export const useFilters = (): readonly [Filters, (change: Partial<Filters>) => void] => {
  const [filters, setFilters] = useState(() => filtersIn(location.search));
  useEffect(() => {
    const follow = (): void => setFilters(filtersIn(location.search));
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);
  const change = useCallback((wanted: Partial<Filters>) => {
    const next = { ...filtersIn(location.search), ...wanted };
    history.pushState(null, '', location.pathname + searchOf(next));
    setFilters(next);
  }, []);
  return [filters, change];
};
