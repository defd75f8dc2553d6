import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const PAGE = path.resolve(import.meta.dirname, '../dist/insights-page');

/** The service's build clears the folder around the page's. */
it('is complete next to the service: the files that it loads exist, also compressed', () => {
  const referenced = [
    ...readFileSync(path.join(PAGE, 'index.html'), 'utf8').matchAll(/\/insights\/(assets\/[^"]+)/g),
  ].map(([, file]) => String(file));
  expect(referenced.filter((file) => /\.(js|css)$/.test(file)).length).toBeGreaterThanOrEqual(2);
  const built = readdirSync(PAGE, { recursive: true }).map(String);
  const compressed = referenced
    .filter((file) => !file.endsWith('.woff2'))
    .flatMap((file) => [`${file}.br`, `${file}.gz`]);
  expect(built).toEqual(expect.arrayContaining([...referenced, ...compressed, 'index.html.br', 'index.html.gz']));
});
