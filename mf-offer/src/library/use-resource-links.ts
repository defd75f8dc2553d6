import { useGo } from '@course/platform';
import { isPlainClick } from '@course/ui';
import { useEffect } from 'react';
import { isResourcePath } from '../course-access/course-routes.ts';

/**
 * Makes links to resources in server-rendered texts (lessons and resources) navigate without loading a new document.
 */
export function useResourceLinks(): void {
  const go = useGo();
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      if (event.defaultPrevented || !isPlainClick(event)) return;
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const to = link?.getAttribute('href') ?? '';
      if (!isResourcePath(to)) return;
      event.preventDefault();
      go(to);
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, [go]);
}
