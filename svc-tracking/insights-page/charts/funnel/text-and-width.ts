import { type RefObject, useEffect, useState } from 'react';

/** Returns the current width of an element in px; 0 until it is known. */
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

/** Returns a function that measures the width of a text in px, in the page's font at this size. */
export function textWidth(sizeRem: number): (text: string) => number {
  const context = document.createElement('canvas').getContext('2d');
  const sizePx = sizeRem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  if (context) context.font = `${sizePx}px ${getComputedStyle(document.body).fontFamily}`;
  return (text) => context?.measureText(text).width ?? 0;
}
