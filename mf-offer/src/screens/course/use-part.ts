import { type RefObject, useEffect, useRef } from 'react';
import { useDocumentTitle } from '../../course-access/use-document-title.ts';

/** A part of the course that has an address of its own: the document is named after it while it is shown. Returns the ref of its heading, at which readers begin. */
export function usePart(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useDocumentTitle(title);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    scrollTo({ top: 0, behavior: 'instant' });
  }, [title]);
  return heading;
}
