import { useCallback } from 'react';
import { Link as RouterLink, useLocation, useNavigate, type LinkProps } from 'react-router-dom';

export { useLocation, useSearchParams } from 'react-router-dom';

/** A link within the site. The next screen finds where the visitor came from in `location.state.from`. */
export function Link({ state, ...rest }: LinkProps) {
  const { pathname } = useLocation();
  return <RouterLink {...rest} state={(state as unknown) ?? { from: pathname }} />;
}

export interface GoOptions {
  /** Takes the place of the current history entry, so that the browser's back skips it. */
  readonly replace?: boolean;
}

/** `go('/q2')` shows another screen. Stable across renders. */
export function useGo(): (path: string, options?: GoOptions) => void {
  const navigate = useNavigate();
  return useCallback((path, options = {}) => void navigate(path, { ...options, state: { from: location.pathname } }), [navigate]);
}
