import { useCallback, useEffect, useRef, type AnchorHTMLAttributes, type MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import { useHref, useLinkClickHandler, useLocation, useNavigate } from 'react-router-dom';
import { prerenderScreen } from './upcoming-screens.ts';

export { useLocation, useSearchParams } from 'react-router-dom';

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  readonly to: string;
  /** Takes the place of the current history entry, so that the browser's back skips it. */
  readonly replace?: boolean;
  readonly state?: unknown;
}

/**
 * A link within the site. The next screen finds where the visitor came from in `location.state.from`.
 * Made of the router's hooks: its own component brings 5 KB of prefetching for data routes, which there are none of here.
 */
export function Link({ to, replace, state, onClick, children, ...rest }: LinkProps) {
  const { pathname } = useLocation();
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { replace, state: state ?? { from: pathname } });
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!event.defaultPrevented) follow(event);
  };
  return (
    <a {...rest} href={useHref(to)} onClick={click}>
      {children}
    </a>
  );
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

/** At most so much of a pause is taken off, in ms: the chosen answer shows for the rest, however late the page heard of the tap. */
const LATE_MAX_MS = 100;

/** Returns how long ago the tap happened, in ms: a page on a slow phone hears of it 40 ms later. 0 without a tap. */
const sinceTapMs = (tap: Event | undefined): number =>
  tap ? Math.min(Math.max(performance.now() - tap.timeStamp, 0), LATE_MAX_MS) : 0;

/**
 * `goAfter(300, '/q2')` shows another screen after a pause in ms, counted from the tap or key that is being handled; in
 * the pause it is rendered out of sight. After 0 ms it is shown at once. Only the last call counts, and none once the
 * screen on show is left. Stable across renders.
 */
export function useDelayedGo(): (ms: number, path: string, options?: GoOptions) => void {
  const go = useGo();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (ms, path, options) => {
      clearTimeout(timer.current);
      if (ms === 0) return go(path, options);
      // React would render what a timer changes in a later task: a frame that the visitor waits for.
      timer.current = setTimeout(() => flushSync(() => go(path, options)), ms - sinceTapMs(window.event));
      prerenderScreen(path);
    },
    [go],
  );
}
