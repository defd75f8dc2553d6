import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const PAGE = path.resolve(import.meta.dirname, '../dist/insights-page');

/** The service's build clears the folder around the page's. */
it('is whole beside the service: what it asks for is there, with its compressed forms', () => {
  const asked = [...readFileSync(path.join(PAGE, 'index.html'), 'utf8').matchAll(/\/insights\/(assets\/[^"]+)/g)].map(
    ([, file]) => String(file),
  );
  expect(asked.filter((file) => /\.(js|css)$/.test(file)).length).toBeGreaterThanOrEqual(2);
  const built = readdirSync(PAGE, { recursive: true }).map(String);
  const compressed = asked.filter((file) => !file.endsWith('.woff2')).flatMap((file) => [`${file}.br`, `${file}.gz`]);
  expect(built).toEqual(expect.arrayContaining([...asked, ...compressed, 'index.html.br', 'index.html.gz']));
});
