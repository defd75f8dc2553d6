import { type ReactNode, type RefObject, StrictMode, useEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';

/** Keeps `--<name>-height` of the page at the height of the element while it is shown, so that the page makes room for it. */
export function useHeightVariable<Shown extends HTMLElement>(
  name: 'notice' | 'consent',
  isShown = true,
): RefObject<Shown | null> {
  const element = useRef<Shown>(null);
  useEffect(() => {
    const page = document.documentElement.style;
    const variable = `--${name}-height`;
    const watch = new ResizeObserver(() => page.setProperty(variable, `${element.current?.offsetHeight ?? 0}px`));
    if (isShown && element.current) watch.observe(element.current);
    return () => {
      watch.disconnect();
      page.removeProperty(variable);
    };
  }, [name, isShown]);
  return element;
}

export const mount = (place: HTMLElement, overlay: ReactNode): void =>
  createRoot(place).render(<StrictMode>{overlay}</StrictMode>);
