import { useEffect, useState, type ComponentType } from 'react';
import type { WelcomeProps } from './welcome.tsx';

const STORED = 'welcomed';
let welcomed = false;

/** True the first time in this tab, whether or not the browser keeps anything. */
function isFirstTime(): boolean {
  try {
    welcomed ||= sessionStorage.getItem(STORED) !== null;
    sessionStorage.setItem(STORED, 'yes');
  } catch {
    // Refused: the variable lasts until the page is reloaded.
  }
  const first = !welcomed;
  welcomed = true;
  return first;
}

/**
 * Opens the welcome when the screen is loaded, once a visit. Its code comes in a file of its own; when that does not arrive the
 * screen works without it.
 */
export function WelcomeOnLoad({ from }: { readonly from: string }) {
  const [Welcome, setWelcome] = useState<ComponentType<WelcomeProps> | null>(null);
  useEffect(() => {
    let here = true;
    if (!isFirstTime()) return;
    import('./welcome.tsx').then(
      (loaded) => here && setWelcome(() => loaded.Welcome),
      (error: unknown) => console.warn('The welcome could not be loaded:', error),
    );
    return () => {
      here = false;
    };
  }, []);
  return Welcome && <Welcome from={from} onClose={() => setWelcome(null)} />;
}
