import { useEffect, useState, type ComponentType } from 'react';
import type { WelcomeProps } from './welcome.tsx';

const STORED = 'welcomed';
let welcomed = false;

/** True once the welcome was shown in this tab, whether or not the browser keeps anything. */
function hasWelcomed(): boolean {
  try {
    welcomed ||= sessionStorage.getItem(STORED) !== null;
  } catch {
    // Refused: the variable lasts until the page is reloaded.
  }
  return welcomed;
}

function rememberWelcome(): void {
  welcomed = true;
  try {
    sessionStorage.setItem(STORED, 'yes');
  } catch {
    // The variable is enough until the page is reloaded.
  }
}

/**
 * Opens the welcome when the screen is loaded, once a visit. Its code comes in a file of its own; when that does not arrive the
 * screen works without it.
 */
export function WelcomeOnLoad({ from }: { readonly from: string }) {
  const [Welcome, setWelcome] = useState<ComponentType<WelcomeProps> | null>(null);
  useEffect(() => {
    let here = true;
    if (hasWelcomed()) return;
    import('./welcome.tsx').then(
      ({ Welcome: loaded }) => {
        // A screen that was taken down meanwhile has shown nothing: the next one does.
        if (!here) return;
        rememberWelcome();
        setWelcome(() => loaded);
      },
      (error: unknown) => console.warn('The welcome could not be loaded:', error),
    );
    return () => {
      here = false;
    };
  }, []);
  return Welcome && <Welcome from={from} onClose={() => setWelcome(null)} />;
}
