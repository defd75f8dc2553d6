import { PRODUCT } from '@course/funnel';
import { useEffect } from 'react';

/** Sets the document's title while a part of a page is shown, and restores it afterwards. */
export const useDocumentTitle = (title: string): void =>
  useEffect(() => {
    const before = document.title;
    document.title = `${title} - ${PRODUCT.name}`;
    return () => {
      document.title = before;
    };
  }, [title]);
