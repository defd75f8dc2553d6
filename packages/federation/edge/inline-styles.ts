import fs from 'node:fs/promises';
import path from 'node:path';

/** Larger style sheets stay files of their own. */
const MAX_BYTES = 48_000;

/** The text of a style sheet that may stand in the page itself; undefined when it stays a file. */
export type ReadStyle = (href: string) => Promise<string | undefined>;

/** Addresses within a style sheet are relative to it, not to the page it stands in. */
const rebase = (css: string, href: string): string =>
  css.replaceAll(
    /url\((["']?)(?![a-z]+:|\/|#)([^)"']+)\1\)/g,
    (_all, _quote, file: string) => `url(${new URL(file, `http://here${href}`).pathname})`,
  );

/** Reads the style sheets that this server serves itself, by their addresses. */
export const styleReader =
  (folders: Readonly<Record<`/${string}/`, string>>): ReadStyle =>
  async (href) => {
    const from = Object.entries(folders).find(([prefix]) => href.startsWith(prefix));
    if (!from || href.includes('..')) return undefined;
    const css = await fs.readFile(path.join(from[1], href.slice(from[0].length)), 'utf8').catch(() => '');
    if (!css || css.length > MAX_BYTES || /<\/style/i.test(css)) return undefined;
    return rebase(css.replace(/\/\*# sourceMappingURL=[^*]*\*\/\s*$/, '').trim(), href);
  };

/** The style sheets at `hrefs` that may stand in the page, by address. */
export async function readStyles(read: ReadStyle, hrefs: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const texts = await Promise.all(hrefs.map(async (href) => [href, await read(href)] as const));
  return new Map(texts.filter((one): one is [string, string] => one[1] !== undefined));
}
