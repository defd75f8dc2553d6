import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useDocumentTitle } from '../../course-access/use-document-title.ts';

/** Names the document after a part of the course that has an address of its own, and returns the ref of its heading, at which readers begin. */
export function useSubPage(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useDocumentTitle(title);
  useLayoutEffect(() => {
    heading.current?.focus({ preventScroll: true });
    scrollTo({ top: 0, behavior: 'instant' });
  }, [title]);
  return heading;
}
