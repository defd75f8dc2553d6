import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parsePicture, PNG_FOLDER, pngName } from '@course/funnel/pictures';
import { main, say } from '@course/ops/cli';
import { Failure } from '@course/ops/failure';
import { PROJECT_ROOT } from '@course/federation/paths';
import { rasterise } from '../pictures/rasterise.ts';

const DRAWINGS = path.join(PROJECT_ROOT, 'content/pictures');
const PNGS = path.join(DRAWINGS, PNG_FOLDER);

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

/** Makes the PNG of each drawing that changed or is new, and removes those of earlier versions. */
main(async () => {
  mkdirSync(PNGS, { recursive: true });
  const existing = new Set(readdirSync(PNGS));
  const drawings = readdirSync(DRAWINGS)
    .filter((name) => name.endsWith('.svg'))
    .map(read);
  const wanted = new Map(drawings.map((file) => [nameOf(file), file.text]));
  for (const [name, text] of wanted) {
    if (existing.has(name)) continue;
    const png = await rasterise(text);
    writeFileSync(path.join(PNGS, name), png);
    say(`${name}: ${png.length} bytes`);
  }
  for (const name of existing) if (!wanted.has(name)) rmSync(path.join(PNGS, name));
  say(`Done: ${wanted.size} pictures in ${path.relative(PROJECT_ROOT, PNGS)}`);
});
