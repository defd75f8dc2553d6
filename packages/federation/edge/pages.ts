import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { fillFlow, fillMonths, type PaymentsConfig, type RuntimeConfig } from '@course/contracts';
import { SUPPORTED_CONTRACTS, type FailureReason, type HostConfig, type RemoteAddress } from '../contract/remote.ts';
import { flowOf } from './flow.ts';
import type { KnownRemote } from './follow.ts';
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

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** Each page is compressed once for a build, so the best quality costs nobody a wait. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };

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

/** The document of a fallback as it is served, without anything that would take it over. For looking at it. */
export const fallbackPage = (
  reason: FailureReason,
  { shell, screens }: Pick<PageSources, 'shell' | 'screens'>,
): string =>
  composePage({
    ...unavailable(screens.unavailable[reason]),
    remote: undefined,
    config: runtimeConfigOf([], null, ''),
    shell: { ...shell, scripts: [] },
    earlyScript: '',
  });

export interface PageSources {
  readonly shell: ShellAssets;
  readonly screens: HostScreens;
  readonly earlyScript: string;
  /** Without it every style sheet is linked. */
  readonly readStyle?: ReadStyle;
  readonly payments: PaymentsConfig | null;
  readonly measurement?: Measurement;
}

/** Composes and compresses each page once for a state of the registry and a day (`2026-11-21`, UTC). */
export function pageCache(sources: PageSources) {
  let pages = new Map<string, Promise<Page>>();
  let stateOfPages = '';
  return (
    path: string,
    remotes: readonly KnownRemote[],
    { stamp, day }: { stamp: string; day: string },
  ): Promise<Page> => {
    if (`${stamp} ${day}` !== stateOfPages) {
      pages = new Map();
      stateOfPages = `${stamp} ${day}`;
    }
    const screen = screenAt(path, remotes, sources.screens);
    // Unknown addresses are endless: they share one entry.
    const key = screen.remote ? path : `status ${screen.status}`;
    const page = pages.get(key) ?? makePage(screen, { remotes, sources, day });
    pages.set(key, page);
    return page;
  };
}

/** What a page is composed for. */
export interface Surroundings {
  readonly remotes: readonly KnownRemote[];
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

/** A page's text, before it is compressed. */
export interface ComposedPage extends Pick<Page, 'status' | 'isPrivate' | 'styleHashes'> {
  readonly html: string;
}

/** Composes the document of a path for these remotes and this day. */
export const composeAt = (path: string, around: Surroundings): Promise<ComposedPage> =>
  composeScreen(screenAt(path, around.remotes, around.sources.screens), around);

async function composeScreen(
  screen: ReturnType<typeof screenAt>,
  { remotes, sources, day }: Surroundings,
): Promise<ComposedPage> {
  const remote = screen.remote && screen.status === 200 ? addressOf(screen.remote) : undefined;
  const styles = await stylesInPage(screen.html, remote, sources);
  const config = runtimeConfigOf(remotes, sources.payments, day, sources.measurement);
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
  });
  return {
    status: screen.status,
    isPrivate: screen.private === true,
    styleHashes: [...styles.values()].flatMap(({ css, first = css }) => [...new Set([first, css])]).map(hashSource),
    html,
  };
}

async function makePage(screen: ReturnType<typeof screenAt>, around: Surroundings): Promise<Page> {
  const { html, ...page } = await composeScreen(screen, around);
  const identity = Buffer.from(html);
  const [br, zipped] = await Promise.all([brotli(identity, BROTLI), zip(identity)]);
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
  return { ...page, etag, body: { identity, br, gzip: zipped } };
}
