import { enterPage, followPage } from '@course/platform/host';
import { useEffect } from 'react';

/** Records a view of every path that is shown, and how long it was looked at. */
export function usePageViews(path: string): void {
  useEffect(() => enterPage(path), [path]);
  useEffect(followPage, []);
}
