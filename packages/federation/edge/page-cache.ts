import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, type BrotliOptions } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { ChosenReleases } from './choose.ts';
import { composePage, screenAt, type ComposedPage, type PageInput, type PageSources } from './compose-page.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

const brotliOf = (quality: number): BrotliOptions => ({ params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
/** A page is compressed once for its releases, so the best quality delays hardly any visitor. */
const BROTLI_BEST = brotliOf(11);
/** For combinations of releases that few visitors have, and that any cookie can request. */
const BROTLI_QUICK = brotliOf(5);

/** A page in all encodings. */
export interface Page extends Omit<ComposedPage, 'html'> {
  readonly etag: string;
  readonly body: Readonly<Record<'identity' | 'br' | 'gzip', Buffer>>;
}

const compress = async (html: string, quality: BrotliOptions): Promise<Pick<Page, 'etag' | 'body'>> => {
  const identity = Buffer.from(html);
  const [br, zipped] = await Promise.all([brotli(identity, quality), zip(identity)]);
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
  return { etag, body: { identity, br, gzip: zipped } };
};

interface CachedInput extends PageInput {
  readonly path: string;
  readonly chosen: ChosenReleases;
}

/** Total memory for cached pages; the least recently used are evicted. */
const PAGES_MAX_BYTES = 64 * 1024 * 1024;

const bytesOf = ({ body }: Page): number => body.identity.length + body.br.length + body.gzip.length;

/** Composes and compresses each page once for its releases and a day (`2026-11-21`, UTC). */
export const pageCache = (sources: PageSources) => {
  const pages = new LRUCache<string, Page, CachedInput>({
    maxSize: PAGES_MAX_BYTES,
    sizeCalculation: bytesOf,
    fetchMethod: async (_key, _stale, { context: { path, ...input } }) => {
      const { html, ...page } = await composePage(path, input);
      return { ...page, ...(await compress(html, input.chosen.isCurrent ? BROTLI_BEST : BROTLI_QUICK)) };
    },
  });
  return (path: string, chosen: ChosenReleases, day: string, hasCheckout: boolean): Promise<Page> => {
    const screen = screenAt(path, chosen.remotes, sources.screens);
    // All unknown addresses share one entry, so that they cannot fill the cache.
    const place = screen.remote ? path : `status ${screen.status}`;
    return pages.forceFetch(`${chosen.stamp} ${day} ${place} ${hasCheckout}`, {
      context: { path, chosen, sources, day, hasCheckout },
    });
  };
};
