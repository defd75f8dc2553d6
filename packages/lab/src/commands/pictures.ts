import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parsePicture, PNG_FOLDER, pngName } from '@course/funnel/pictures';
import { main, say } from '@course/ops/cli';
import { Failure } from '@course/ops/failure';
import { PROJECT_ROOT } from '@course/ops/paths';
import { rasterise } from '../pictures/rasterise.ts';

const DRAWINGS = path.join(PROJECT_ROOT, 'content/pictures');
const MADE = path.join(DRAWINGS, PNG_FOLDER);

const read = (name: string): { name: string; text: string } => ({
  name,
  text: readFileSync(path.join(DRAWINGS, name), 'utf8'),
});

const nameOf = (file: { name: string; text: string }): string => {
  try {
    return pngName(parsePicture(file));
  } catch (error) {
    throw new Failure(`${file.name}: ${error instanceof Error ? error.message : String(error)}`);
  }
};

/** Makes the PNG of each drawing whose present state has none, and removes those of earlier states. */
main(async () => {
  mkdirSync(MADE, { recursive: true });
  const there = new Set(readdirSync(MADE));
  const drawings = readdirSync(DRAWINGS)
    .filter((name) => name.endsWith('.svg'))
    .map(read);
  const wanted = new Map(drawings.map((file) => [nameOf(file), file.text]));
  for (const [name, text] of wanted) {
    if (there.has(name)) continue;
    const png = await rasterise(text);
    writeFileSync(path.join(MADE, name), png);
    say(`${name}: ${png.length} bytes`);
  }
  for (const name of there) if (!wanted.has(name)) rmSync(path.join(MADE, name));
  say(`Done: ${wanted.size} pictures in ${path.relative(PROJECT_ROOT, MADE)}`);
});
