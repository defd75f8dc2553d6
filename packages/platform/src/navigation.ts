import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';

export { Link, useLocation, useSearchParams } from 'react-router-dom';

export interface GoOptions {
  /** Takes the place of the current history entry, so that the browser's back skips it. */
  readonly replace?: boolean;
}

/** `go('/q2')` shows another screen. Stable across renders. */
export function useGo(): (path: string, options?: GoOptions) => void {
  const navigate = useNavigate();
  return useCallback((path, options = {}) => void navigate(path, { ...options, state: { from: location.pathname } }), [navigate]);
}
