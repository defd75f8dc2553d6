import type { Browser } from 'playwright-core';

interface Collage {
  /** JPEG pictures at phone size. Only their upper part is shown. */
  readonly pictures: readonly Buffer[];
  readonly columns: number;
  /** In CSS pixels. */
  readonly pictureWidth: number;
}

const PHONE_RATIO = 844 / 390;
const GAP = 20;

const style = (columns: number, width: number): string => `
  body { margin: 0; padding: ${GAP}px; display: grid; grid-template-columns: repeat(${columns}, ${width}px); gap: ${GAP}px; background: #f1e8db; }
  img { width: ${width}px; height: ${Math.round(width * PHONE_RATIO)}px; object-fit: cover; object-position: top; border-radius: 18px; box-shadow: 0 2px 8px #0002; }`;

/** Combines phone screens into one JPEG. */
export async function collage(browser: Browser, { pictures, columns, pictureWidth }: Collage): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: columns * (pictureWidth + GAP) + GAP, height: 100 } });
  const images = pictures.map((picture) => `<img src="data:image/jpeg;base64,${picture.toString('base64')}">`);
  await page.setContent(`<style>${style(columns, pictureWidth)}</style>${images.join('')}`);
  const jpeg = await page.screenshot({ fullPage: true, type: 'jpeg', quality: 80 });
  await page.close();
  return jpeg;
}
