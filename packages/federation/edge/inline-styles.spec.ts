import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readStyles, styleReader } from './inline-styles.ts';

let folder: string;
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'styles-'));
  await fs.mkdir(path.join(folder, 'mf-quiz/1/assets'), { recursive: true });
  await fs.writeFile(
    path.join(folder, 'mf-quiz/1/assets/a.css'),
    '@font-face{src:url(b.woff2)}p{mask:url("/c.svg"),url(#d)}\n/*# sourceMappingURL=a.css.map*/',
  );
  await fs.writeFile(path.join(folder, 'evil.css'), 'p{}</style><script>');
  await fs.writeFile(path.join(folder, 'large.css'), 'p{}'.repeat(20_000));
});
afterAll(() => fs.rm(folder, { recursive: true }));

const read = (href: string) => styleReader({ '/remotes/': folder })(href);

it('returns a style sheet with relative addresses made absolute and without its source map', async () => {
  expect(await read('/remotes/mf-quiz/1/assets/a.css')).toBe(
    '@font-face{src:url(/remotes/mf-quiz/1/assets/b.woff2)}p{mask:url("/c.svg"),url(#d)}',
  );
});

it.each([
  ['from another origin', 'https://cdn.example/a.css'],
  ['that is missing', '/remotes/none.css'],
  ['that would close its element', '/remotes/evil.css'],
  ['that is too large', '/remotes/large.css'],
  ['outside the folder', '/remotes/../secret.css'],
])('does not inline a style sheet %s', async (_what, href) => {
  expect(await read(href)).toBeUndefined();
  expect(await readStyles(read, [href])).toEqual(new Map());
});
