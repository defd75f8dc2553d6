import fs from 'node:fs/promises';
import path from 'node:path';

/** Larger style sheets are linked instead. */
const MAX_BYTES = 48_000;

/** Reads a style sheet to be inlined in a page; resolves to undefined if it should be linked instead. */
export type ReadStyle = (href: string) => Promise<string | undefined>;

/** Makes addresses absolute: those in a style sheet are relative to it, not to the page that it is inlined in. */
const rebase = (css: string, href: string): string =>
  css.replaceAll(
    /url\((["']?)(?![a-z]+:|\/|#)([^)"']+)\1\)/g,
    (_all, _quote, file: string) => `url(${new URL(file, `http://here${href}`).pathname})`,
  );

/** Returns a reader of the style sheets that this server itself serves, by their addresses. */
export const styleReader =
  (folders: Readonly<Record<`/${string}/`, string>>): ReadStyle =>
  async (href) => {
    const from = Object.entries(folders).find(([prefix]) => href.startsWith(prefix));
    if (!from || href.includes('..')) return undefined;
    const css = await fs.readFile(path.join(from[1], href.slice(from[0].length)), 'utf8').catch(() => '');
    if (!css || css.length > MAX_BYTES || /<\/style/i.test(css)) return undefined;
    return rebase(css.replace(/\/\*# sourceMappingURL=[^*]*\*\/\s*$/, '').trim(), href);
  };

/** Reads the style sheets at `hrefs` that can be inlined, by address. */
export async function readStyles(read: ReadStyle, hrefs: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const texts = await Promise.all(hrefs.map(async (href) => [href, await read(href)] as const));
  return new Map(texts.filter((entry): entry is [string, string] => entry[1] !== undefined));
}
