import { createRequire } from 'node:module';
import { pngQuantize } from '@napi-rs/image';
import { Resvg } from '@resvg/resvg-js';

/** Pixels per CSS pixel: sharp on phones and most new screens. */
const ZOOM = 2;
/** Flat drawings need few colours, most of them for the smoothed edges of text. */
const COLOURS = { minQuality: 80, maxQuality: 96 };

const require = createRequire(import.meta.url);
/** The weights that drawings use. System fonts are not used, so that every machine makes the same PNG. */
const FONTS = ['500Medium/Inter_500Medium.ttf', '700Bold/Inter_700Bold.ttf'].map((file) =>
  require.resolve(`@expo-google-fonts/inter/${file}`),
);

/** Returns the PNG of a drawing, twice as wide as its CSS pixels, with a palette. */
export async function rasterise(svg: string): Promise<Buffer> {
  const drawn = new Resvg(svg, {
    fitTo: { mode: 'zoom', value: ZOOM },
    font: { loadSystemFonts: false, fontFiles: FONTS, defaultFontFamily: 'Inter' },
  }).render();
  return pngQuantize(drawn.asPng(), COLOURS);
}
