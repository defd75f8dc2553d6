import { useGo } from '@course/platform';
import { useEffect } from 'react';
import { isResourcePath } from '../course-access/course-routes.ts';

/**
 * Links to resources in texts that the server made (lessons and resources) change the screen without loading the page
 * anew.
 */
export function useResourceLinks(): void {
  const go = useGo();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      if (
        event.defaultPrevented ||
        event.button !== 0 ||
        event.metaKey ||
        event.ctrlKey ||
        event.shiftKey ||
        event.altKey
      )
        return;
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const to = link?.getAttribute('href') ?? '';
      if (!isResourcePath(to)) return;
      event.preventDefault();
      go(to);
    };
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, [go]);
}
