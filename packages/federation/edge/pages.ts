import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, type BrotliOptions } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { fillFlow, fillMonths, type PaymentsConfig, type RuntimeConfig } from '@course/contracts';
import { SUPPORTED_CONTRACTS, type FailureReason, type HostConfig, type RemoteAddress } from '../contract/remote.ts';
import type { ChosenReleases } from './choose.ts';
import { flowOf } from './flow.ts';
import type { KnownRemote } from './live.ts';
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
  type StyleInPage,
} from './page.ts';
import { previewBanner } from './preview-banner.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

const brotliOf = (quality: number): BrotliOptions => ({ params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
/** Each page is compressed once for its releases, so the best quality costs nobody a wait. */
const BROTLI_BEST = brotliOf(11);
/** Of releases in a combination that few have, and that a cookie may ask for at will. */
const BROTLI_QUICK = brotliOf(5);

export interface Page {
  readonly status: number;
  readonly etag: string;
  /** Reached with a secret: no cache keeps it, and no other site is told of it. */
  readonly isPrivate: boolean;
  /** Sources of the Content Security Policy for the style sheets that stand in the page. */
  readonly styleHashes: readonly string[];
  readonly body: Readonly<Record<'identity' | 'br' | 'gzip', Buffer>>;
}

type Screen = Pick<PageParts, 'title' | 'description' | 'indexable' | 'html' | 'suspended'> & {
  readonly status: number;
  readonly private?: boolean | undefined;
};

/** The markup of the screens that are the host's own. */
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

/** The screen at a path, out of what the remotes' builds declare. Pure. */
export function screenAt(
  path: string,
  remotes: readonly KnownRemote[],
  screens: HostScreens,
): Screen & { remote?: KnownRemote } {
  for (const remote of remotes) {
    const route = remote.descriptor?.routes.find((candidate) => candidate.path === path);
    if (!route) continue;
    if (!SUPPORTED_CONTRACTS.includes(remote.entry.contract))
      return { ...unavailable(screens.unavailable.contract), remote };
    return { status: 200, suspended: true, ...route, description: route.description, remote };
  }
  // A remote that could never be read may own this path: that is no 404.
  const unknown = remotes.find((remote) => !remote.descriptor);
  return unknown ? { ...unavailable(screens.unavailable.unreachable), suspended: false } : notFound(screens.notFound);
}

type Measurement = Pick<RuntimeConfig, 'pixel' | 'split'>;

export const runtimeConfigOf = (
  remotes: readonly KnownRemote[],
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

/** The document of a screen of the host's own, without anything that would take it over. */
const inert = (screen: Screen, shell: ShellAssets): string =>
  composePage({
    ...screen,
    remote: undefined,
    config: runtimeConfigOf([], null, ''),
    shell: { ...shell, scripts: [] },
    earlyScript: '',
  });

/** A page with this markup, for those who cannot be shown what they asked for. */
export const noticePage = (title: string, html: string, shell: ShellAssets): string =>
  inert({ ...notFound(html), title }, shell);

/** The document of a fallback as it is served, without anything that would take it over. For looking at it. */
export const fallbackPage = (
  reason: FailureReason,
  { shell, screens }: Pick<PageSources, 'shell' | 'screens'>,
): string => inert(unavailable(screens.unavailable[reason]), shell);

export interface PageSources {
  readonly shell: ShellAssets;
  readonly screens: HostScreens;
  readonly earlyScript: string;
  /** Without it every style sheet is linked. */
  readonly readStyle?: ReadStyle;
  readonly payments: PaymentsConfig | null;
  readonly measurement?: Measurement;
}

/** So much memory pages may take, all together; those that were not asked for the longest make room. */
const PAGES_MAX_BYTES = 64 * 1024 * 1024;

const bytesOf = ({ body }: Page): number => body.identity.length + body.br.length + body.gzip.length;

/** Composes and compresses each page once for the releases that it is made of and a day (`2026-11-21`, UTC). */
export function pageCache(sources: PageSources, maxBytes = PAGES_MAX_BYTES) {
  const pages = new LRUCache<string, Page, Surroundings & { readonly screen: ReturnType<typeof screenAt> }>({
    maxSize: maxBytes,
    sizeCalculation: bytesOf,
    fetchMethod: (_key, _stale, { context: { screen, ...surroundings } }) => makePage(screen, surroundings),
  });
  return (path: string, chosen: ChosenReleases, day: string): Promise<Page> => {
    const screen = screenAt(path, chosen.remotes, sources.screens);
    // Unknown addresses are endless: they share one entry.
    const place = screen.remote ? path : `status ${screen.status}`;
    return pages.forceFetch(`${chosen.stamp} ${day} ${place}`, { context: { screen, chosen, sources, day } });
  };
}

interface Surroundings {
  readonly chosen: ChosenReleases;
  readonly sources: PageSources;
  readonly day: string;
}

/** The style sheets of a page: the shell's as they are, the remote's with what this screen needs of them apart. */
async function stylesInPage(
  html: string,
  remote: RemoteAddress | undefined,
  { shell, readStyle = async () => undefined }: PageSources,
): Promise<ReadonlyMap<string, StyleInPage>> {
  const [ofShell, ofRemote] = await Promise.all([
    readStyles(readStyle, styleAddresses(shell)),
    readStyles(readStyle, remote?.styles ?? []),
  ]);
  return new Map<string, StyleInPage>([
    ...[...ofShell].map(([href, css]) => [href, { css }] as const),
    ...[...ofRemote].map(([href, css]) => [href, { css, first: neededStyles(css, html) }] as const),
  ]);
}

async function makePage(screen: ReturnType<typeof screenAt>, { chosen, sources, day }: Surroundings): Promise<Page> {
  const remote = screen.remote && screen.status === 200 ? addressOf(screen.remote) : undefined;
  const styles = await stylesInPage(screen.html, remote, sources);
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
  const sheets = [...styles.values()].flatMap(({ css, first = css }) => [...new Set([first, css])]);
  return {
    status: screen.status,
    isPrivate: screen.private === true,
    styleHashes: [...(banner ? [banner.css] : []), ...sheets].map(hashSource),
    ...(await packed(html, chosen.isCurrent ? BROTLI_BEST : BROTLI_QUICK)),
  };
}

/** A page's body in all encodings. */
async function packed(html: string, quality: BrotliOptions): Promise<Pick<Page, 'etag' | 'body'>> {
  const identity = Buffer.from(html);
  const [br, zipped] = await Promise.all([brotli(identity, quality), zip(identity)]);
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
  return { etag, body: { identity, br, gzip: zipped } };
}
