import { type RefObject, useEffect, useState } from 'react';

/** The width of an element in px, as it changes; 0 before it is known. */
export const useWidth = (ref: RefObject<HTMLElement | null>): number => {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
};

/** Returns a measure of how many px a text takes in the page's font of that size. */
export function textWidth(sizePx: number): (text: string) => number {
  const context = document.createElement('canvas').getContext('2d');
  if (context) context.font = `${sizePx}px ${getComputedStyle(document.body).fontFamily}`;
  return (text) => context?.measureText(text).width ?? 0;
}
