import { PRODUCT } from '@course/funnel';
import { useEffect } from 'react';

/** Names the document after a part of a page while that is shown. */
export const useDocumentTitle = (title: string): void =>
  useEffect(() => {
    const before = document.title;
    document.title = `${title} - ${PRODUCT.name}`;
    return () => {
      document.title = before;
    };
  }, [title]);
