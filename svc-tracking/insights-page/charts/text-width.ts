/** Returns a measure of how many px a text takes in the page's font of that size. */
export function textWidth(sizePx: number): (text: string) => number {
  const context = document.createElement('canvas').getContext('2d');
  if (context) context.font = `${sizePx}px ${getComputedStyle(document.body).fontFamily}`;
  return (text) => context?.measureText(text).width ?? 0;
}
