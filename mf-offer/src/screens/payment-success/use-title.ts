import { PRODUCT } from '@course/funnel';
import { useEffect } from 'react';

/** Keeps the document's title true to what the screen says by now. */
export const useTitle = (title: string): void =>
  useEffect(() => {
    document.title = `${title} - ${PRODUCT.name}`;
  }, [title]);
