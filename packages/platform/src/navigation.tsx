import { useCallback, type AnchorHTMLAttributes, type MouseEvent } from 'react';
import { useHref, useLinkClickHandler, useLocation, useNavigate } from 'react-router-dom';

export { useLocation, useSearchParams } from 'react-router-dom';

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  readonly to: string;
  /** Takes the place of the current history entry, so that the browser's back skips it. */
  readonly replace?: boolean;
  readonly state?: unknown;
}

/**
 * A link within the site. The next screen finds where the visitor came from in `location.state.from`.
 * Made of the router's hooks: its own component brings 5 KB of prefetching for data routes, which there are none of here.
 */
export function Link({ to, replace, state, onClick, ...rest }: LinkProps) {
  const { pathname } = useLocation();
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { replace, state: state ?? { from: pathname } });
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!event.defaultPrevented) follow(event);
  };
  return <a {...rest} href={useHref(to)} onClick={click} />;
}

export interface GoOptions {
  /** Takes the place of the current history entry, so that the browser's back skips it. */
  readonly replace?: boolean;
}

/** `go('/q2')` shows another screen. Stable across renders. */
export function useGo(): (path: string, options?: GoOptions) => void {
  const navigate = useNavigate();
  return useCallback(
    (path, options = {}) => void navigate(path, { ...options, state: { from: location.pathname } }),
    [navigate],
  );
}
