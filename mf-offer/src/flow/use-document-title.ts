import { documentTitle } from '@course/funnel';
import { useEffect } from 'react';

/** Sets the document's title while the component is shown, and restores it afterwards. */
export const useDocumentTitle = (title: string): void =>
  useEffect(() => {
    const before = document.title;
    document.title = documentTitle(title);
    return () => {
      document.title = before;
    };
  }, [title]);
