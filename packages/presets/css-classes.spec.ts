import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Linter } from 'eslint';
import { afterAll, expect, it } from 'vitest';
import { cssClasses } from './css-classes.mjs';

const dir = mkdtempSync(path.join(tmpdir(), 'css-classes-'));
afterAll(() => rmSync(dir, { recursive: true }));
writeFileSync(path.join(dir, 'card.module.css'), '.card { gap: 1.5rem } .card:hover > .two-words, .b { top: 0 }');

const faultsOf = (code: string): string[] =>
  new Linter({ cwd: dir })
    .verify(
      `import css from './card.module.css'; import other from './other.js'; ${code}`,
      [{ plugins: { css: cssClasses }, rules: { 'css/defined': 'error' } }],
      { filename: path.join(dir, 'card.js') },
    )
    .map(({ message }) => message);

it('finds a class that the module does not define', () => {
  expect(faultsOf("export const name = css['large'];")).toEqual(['./card.module.css defines no class large.']);
});

it.each(["css['card']", "css['two-words'] + css['b']", 'css[name]', "other['large']"])('accepts %s', (code) => {
  expect(faultsOf(`export const make = (name) => ${code};`)).toEqual([]);
});
