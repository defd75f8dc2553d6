import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useDocumentTitle } from '../../flow/use-document-title.ts';

/**
 * For a part of the course with an address of its own: sets the document's title, scrolls to the top and focuses the
 * heading. Returns the heading's ref.
 */
export function useSubPage(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useDocumentTitle(title);
  useLayoutEffect(() => {
    heading.current?.focus({ preventScroll: true });
    scrollTo({ top: 0, behavior: 'instant' });
  }, [title]);
  return heading;
}
