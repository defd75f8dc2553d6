import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, type BrotliOptions } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { fillFlow, fillMonths, type PaymentsConfig, type RuntimeConfig } from '@course/contracts';
import { SUPPORTED_CONTRACTS, type FailureReason, type HostConfig, type RemoteAddress } from '../contract/remote.ts';
import type { ChosenReleases } from './choose.ts';
import { flowOf } from './flow.ts';
import type { PageRemote } from './live.ts';
import { readStyles, type ReadStyle } from './inline-styles.ts';
import { neededStyles } from './needed-styles.ts';
import {
  addressOf,
  composePage,
  hashSource,
  integrities,
  styleAddresses,
  type PageParts,
  type ShellAssets,
  type InlineStyle,
} from './page.ts';
import { previewBanner } from './preview-banner.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

const brotliOf = (quality: number): BrotliOptions => ({ params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
/** A page is compressed once for its releases, so the best quality delays hardly any visitor. */
const BROTLI_BEST = brotliOf(11);
/** For combinations of releases that few visitors have, and that any cookie can request. */
const BROTLI_QUICK = brotliOf(5);

export interface Page {
  readonly status: number;
  readonly etag: string;
  /** True if it is reached with a secret: then no cache may keep it, and no referrer is sent. */
  readonly isPrivate: boolean;
  /** Content Security Policy sources for the inlined style sheets. */
  readonly styleHashes: readonly string[];
  readonly body: Readonly<Record<'identity' | 'br' | 'gzip', Buffer>>;
}

type Screen = Pick<PageParts, 'title' | 'description' | 'indexable' | 'html' | 'suspended'> & {
  readonly status: number;
  readonly private?: boolean | undefined;
};

/** The markup of the host's own screens. */
export interface HostScreens {
  readonly notFound: string;
  readonly unavailable: Readonly<Record<FailureReason, string>>;
}

const notFound = (html: string): Screen => ({
  status: 404,
  title: 'Page not found',
  description: undefined,
  indexable: false,
  suspended: false,
  html,
});

const unavailable = (html: string): Screen => ({
  status: 503,
  title: 'One moment',
  description: undefined,
  indexable: false,
  suspended: true,
  html,
});

/** Returns the screen at a path from what the remotes' builds declare. Pure. */
export function screenAt(
  path: string,
  remotes: readonly PageRemote[],
  screens: HostScreens,
): Screen & { remote?: PageRemote } {
  for (const remote of remotes) {
    const route = remote.descriptor?.routes.find((candidate) => candidate.path === path);
    if (!route) continue;
    if (!SUPPORTED_CONTRACTS.includes(remote.entry.contract))
      return { ...unavailable(screens.unavailable.contract), remote };
    return { status: 200, suspended: true, ...route, description: route.description, remote };
  }
  // Without remotes, or with one that could never be read, any path may belong to one, so it is not a 404.
  const isUnknown = remotes.length === 0 || remotes.some((remote) => !remote.descriptor);
  return isUnknown ? { ...unavailable(screens.unavailable.unreachable), suspended: false } : notFound(screens.notFound);
}

type Measurement = Pick<RuntimeConfig, 'pixel' | 'split'>;

export const runtimeConfigOf = (
  remotes: readonly PageRemote[],
  payments: PaymentsConfig | null,
  servedOn: string,
  measurement: Measurement = {},
): HostConfig => ({
  remotes: remotes.map(addressOf),
  flow: flowOf(remotes),
  payments,
  servedOn,
  ...measurement,
});

/** Returns the document of one of the host's own screens, without scripts. */
const staticDocument = (screen: Screen, shell: ShellAssets): string =>
  composePage({
    ...screen,
    remote: undefined,
    config: runtimeConfigOf([], null, ''),
    shell: { ...shell, scripts: [] },
    earlyScript: '',
  });

/** Returns a page with this markup, in place of one that cannot be shown. */
export const noticePage = (title: string, html: string, shell: ShellAssets): string =>
  staticDocument({ ...notFound(html), title }, shell);

/** Returns the document of a fallback without scripts, for `/__screens`. */
export const fallbackPage = (
  reason: FailureReason,
  { shell, screens }: Pick<PageSources, 'shell' | 'screens'>,
): string => staticDocument(unavailable(screens.unavailable[reason]), shell);

export interface PageSources {
  readonly shell: ShellAssets;
  readonly screens: HostScreens;
  readonly earlyScript: string;
  /** Without it every style sheet is linked. */
  readonly readStyle?: ReadStyle;
  readonly payments: PaymentsConfig | null;
  readonly measurement?: Measurement;
}

/** Total memory for cached pages; the least recently used are evicted. */
const PAGES_MAX_BYTES = 64 * 1024 * 1024;

const bytesOf = ({ body }: Page): number => body.identity.length + body.br.length + body.gzip.length;

/** Composes and compresses each page once for its releases and a day (`2026-11-21`, UTC). */
export function pageCache(sources: PageSources, maxBytes = PAGES_MAX_BYTES) {
  const pages = new LRUCache<string, Page, PageContext>({
    maxSize: maxBytes,
    sizeCalculation: bytesOf,
    fetchMethod: async (_key, _stale, { context: { screen, ...input } }) => {
      const { html, ...page } = await composeScreen(screen, input);
      return { ...page, ...(await compress(html, input.chosen.isCurrent ? BROTLI_BEST : BROTLI_QUICK)) };
    },
  });
  return (path: string, chosen: ChosenReleases, day: string): Promise<Page> => {
    const screen = screenAt(path, chosen.remotes, sources.screens);
    // There is no end of unknown addresses, so they share one entry.
    const place = screen.remote ? path : `status ${screen.status}`;
    return pages.forceFetch(`${chosen.stamp} ${day} ${place}`, { context: { screen, chosen, sources, day } });
  };
}

/** What a page is composed from, besides its screen. */
export interface PageInput {
  readonly chosen: Pick<ChosenReleases, 'remotes' | 'preview'>;
  readonly sources: PageSources;
  readonly day: string;
}

interface PageContext extends PageInput {
  readonly chosen: ChosenReleases;
  readonly screen: ReturnType<typeof screenAt>;
}

/**
 * Returns a page's inlined style sheets: the shell's as they are, the remote's with the part that this screen needs.
 */
async function inlineStyles(
  html: string,
  remote: RemoteAddress | undefined,
  { shell, readStyle = async () => undefined }: PageSources,
): Promise<ReadonlyMap<string, InlineStyle>> {
  const [ofShell, ofRemote] = await Promise.all([
    readStyles(readStyle, styleAddresses(shell)),
    readStyles(readStyle, remote?.styles ?? []),
  ]);
  return new Map<string, InlineStyle>([
    ...[...ofShell].map(([href, css]) => [href, { css }] as const),
    ...[...ofRemote].map(([href, css]) => [href, { css, critical: neededStyles(css, html) }] as const),
  ]);
}

/** A page before compression. */
export interface ComposedPage extends Pick<Page, 'status' | 'isPrivate' | 'styleHashes'> {
  readonly html: string;
}

/** Composes the document of a path for these releases and this day. */
export const composeAt = (path: string, input: PageInput): Promise<ComposedPage> =>
  composeScreen(screenAt(path, input.chosen.remotes, input.sources.screens), input);

async function composeScreen(
  screen: ReturnType<typeof screenAt>,
  { chosen, sources, day }: PageInput,
): Promise<ComposedPage> {
  const remote = screen.remote && screen.status === 200 ? addressOf(screen.remote) : undefined;
  const styles = await inlineStyles(screen.html, remote, sources);
  const config = runtimeConfigOf(chosen.remotes, sources.payments, day, sources.measurement);
  const banner = chosen.preview === undefined ? undefined : previewBanner(chosen.preview, config.remotes);
  const html = composePage({
    ...screen,
    title: fillFlow(screen.title, config.flow),
    description: screen.description && fillFlow(screen.description, config.flow),
    html: fillMonths(fillFlow(screen.html, config.flow), day),
    remote,
    integrity: integrities(sources.shell, screen.remote),
    styles,
    config,
    shell: sources.shell,
    earlyScript: sources.earlyScript,
    ...(banner && { banner }),
  });
  const sheets = [...styles.values()].flatMap(({ css, critical = css }) => [...new Set([critical, css])]);
  return {
    status: screen.status,
    isPrivate: screen.private === true,
    styleHashes: [...(banner ? [banner.css] : []), ...sheets].map(hashSource),
    html,
  };
}

/** Returns a page's body in all encodings. */
async function compress(html: string, quality: BrotliOptions): Promise<Pick<Page, 'etag' | 'body'>> {
  const identity = Buffer.from(html);
  const [br, zipped] = await Promise.all([brotli(identity, quality), zip(identity)]);
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
  return { etag, body: { identity, br, gzip: zipped } };
}
