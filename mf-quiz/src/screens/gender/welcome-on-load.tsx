import { useEffect, useState, type ComponentType } from 'react';
import type { WelcomeProps } from './welcome.tsx';

/**
 * Opens the welcome when the screen is loaded. Its code comes in a file of its own; when that does not arrive the
 * screen works without it.
 */
export function WelcomeOnLoad({ from }: { readonly from: string }) {
  const [Welcome, setWelcome] = useState<ComponentType<WelcomeProps> | null>(null);
  useEffect(() => {
    let here = true;
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
