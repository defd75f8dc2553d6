import { useCallback, useEffect, useRef, useState, type AnchorHTMLAttributes, type MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import { useHref, useLinkClickHandler, useLocation, useNavigate } from 'react-router-dom';
import { prerenderScreen } from './upcoming-screens.ts';

export { useLocation, useSearchParams } from 'react-router-dom';

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  readonly to: string;
  /** Replaces the current history entry, so that the browser's Back skips it. */
  readonly replace?: boolean;
  readonly state?: unknown;
}

/** Returns whether a click opens another tab or window, or saves the page, and leaves this entry as it is. */
const opensElsewhere = ({ button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  button !== 0 || altKey || ctrlKey || metaKey || shiftKey;

/**
 * Removes the section from the address of the entry that is left. On Back, browsers would scroll to that section again,
 * and not to where the visitor was.
 */
const forgetSection = (): void => {
  if (location.hash) history.replaceState(history.state, '', location.pathname + location.search);
};

/**
 * A link within the site. The next screen finds the path that the visitor came from in `location.state.from`.
 * Built from the router's hooks: its own component adds 5 KB for prefetching data routes, of which there are none.
 */
export function Link({ to, replace, state, onClick, children, ...rest }: LinkProps) {
  const { pathname, state: current } = useLocation() as { pathname: string; state: unknown };
  // The link stays on the screen until the next one's code has loaded. A second tap must not change the origin.
  const origin = pathname === to.split('#')[0] ? current : { from: pathname };
  const navigate = useLinkClickHandler<HTMLAnchorElement>(to, { replace, state: state ?? origin });
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented) return;
    if (!opensElsewhere(event)) forgetSection();
    navigate(event);
  };
  return (
    <a {...rest} href={useHref(to)} onClick={handleClick}>
      {children}
    </a>
  );
}

export interface GoOptions {
  /** Replaces the current history entry, so that the browser's Back skips it. */
  readonly replace?: boolean;
}

/** `go('/q2')` shows another screen. Stable across renders. Paths are absolute. */
export function useGo(): (path: string, options?: GoOptions) => void {
  const current = useNavigate();
  // The router makes a new one for each location, because of relative paths.
  const [navigate] = useState(() => current);
  return useCallback(
    (path, options = {}) => {
      // A second tap, while the next screen's code is loading.
      if (path === location.pathname + location.search) return;
      forgetSection();
      void navigate(path, { ...options, state: { from: location.pathname } });
    },
    [navigate],
  );
}

/**
 * A pause is shortened by at most this much: the chosen answer shows for the rest, however late the page received the
 * tap.
 */
const LATE_MAX_MS = 100;

/** Returns how long ago the tap happened, in ms: on a slow phone, the page receives it 40 ms late. 0 without a tap. */
const sinceTapMs = (tap: Event | undefined): number =>
  tap ? Math.min(Math.max(performance.now() - tap.timeStamp, 0), LATE_MAX_MS) : 0;

/**
 * `goAfter(300, '/q2')` shows another screen after a pause in ms, counted from the tap or key press being handled, and
 * prerenders it meanwhile. A pause of 0 shows it at once. A later call replaces an earlier one; leaving the current
 * screen cancels it. Stable across renders.
 */
export function useDelayedGo(): (ms: number, path: string, options?: GoOptions) => void {
  const go = useGo();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (ms, path, options) => {
      clearTimeout(timer.current);
      if (ms === 0) return go(path, options);
      // Without `flushSync`, React would render the change in a later task, which costs a frame.
      timer.current = setTimeout(() => flushSync(() => go(path, options)), ms - sinceTapMs(window.event));
      prerenderScreen(path);
    },
    [go],
  );
}
