import type { Dialog } from '@course/ui/dialog';
import { useEffect, useState } from 'react';

type DialogComponent = typeof Dialog;

/** The dialog's code is a file of its own, shared by all that open one. */
export const loadDialog = async (): Promise<DialogComponent> => (await import('@course/ui/dialog')).Dialog;

/** The dialog, fetched ahead. Undefined until it is there, or for good when it cannot be had: show the content in the page then. */
export function useDialog(): DialogComponent | undefined {
  const [dialog, setDialog] = useState<DialogComponent>();
  useEffect(() => {
    loadDialog().then(
      (loaded) => setDialog(() => loaded),
      (error: unknown) => console.warn('The dialog could not be loaded:', error),
    );
  }, []);
  return dialog;
}
