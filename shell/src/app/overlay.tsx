import { type ReactNode, type RefObject, StrictMode, useEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';

/** Sets the page's `--<name>-height` to the element's height while it is shown, so that the page makes room for it. */
export function useHeightVariable<Shown extends HTMLElement>(
  name: 'notice' | 'consent',
  isShown = true,
): RefObject<Shown | null> {
  const element = useRef<Shown>(null);
  useEffect(() => {
    const page = document.documentElement.style;
    const variable = `--${name}-height`;
    const observer = new ResizeObserver(() => page.setProperty(variable, `${element.current?.offsetHeight ?? 0}px`));
    if (isShown && element.current) observer.observe(element.current);
    return () => {
      observer.disconnect();
      page.removeProperty(variable);
    };
  }, [name, isShown]);
  return element;
}

export const mount = (container: HTMLElement, overlay: ReactNode): void =>
  createRoot(container).render(<StrictMode>{overlay}</StrictMode>);
