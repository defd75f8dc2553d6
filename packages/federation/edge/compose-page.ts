import { fillFlow, fillMonths, type PaymentsConfig, type RuntimeConfig } from '@course/contracts';
import { SUPPORTED_CONTRACTS, type FailureReason, type HostConfig, type RemoteAddress } from '../contract/remote.ts';
import type { ChosenReleases } from './choose.ts';
import { flowOf } from './flow.ts';
import type { PageRemote } from './live.ts';
import { readStyles, type ReadStyle } from './inline-styles.ts';
import { neededStyles } from './needed-styles.ts';
import {
  addressOf,
  hashSource,
  integrities,
  renderDocument,
  styleAddresses,
  type PageParts,
  type ShellAssets,
  withCode,
  type InlineStyle,
  type ScreenCode,
} from './document.ts';
import { previewBanner } from './preview-banner.ts';

type Screen = Pick<PageParts, 'title' | 'description' | 'indexable' | 'html' | 'suspended'> & {
  readonly status: number;
  readonly code?: ScreenCode | undefined;
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
  renderDocument({
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

/** What a page is composed from, besides its path. */
export interface PageInput {
  readonly chosen: Pick<ChosenReleases, 'remotes' | 'preview'>;
  readonly sources: PageSources;
  readonly day: string;
  /** True if the address names a checkout: the page must not claim a payment before the server has confirmed it. */
  readonly hasCheckout?: boolean;
}

/** Returns whether the query is that of a return from a payment. */
export const namesCheckout = (search: string): boolean => new URLSearchParams(search).has('session_id');

/** Returns the title of a page whose payment has not been checked yet: `Payment Successful! - Daybreak AI` claims one. */
const uncheckedTitle = (title: string): string => title.replace(/^.* - /, 'Your payment - ');

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

/** A page's document, and what its response depends on. */
export interface ComposedPage {
  readonly status: number;
  /** True if it is reached with a secret: then no cache may keep it, and no referrer is sent. */
  readonly isPrivate: boolean;
  /** Content Security Policy sources for the inlined style sheets. */
  readonly styleHashes: readonly string[];
  readonly html: string;
}

/** Composes the document of a path for these releases and this day. */
export async function composePage(
  path: string,
  { chosen, sources, day, hasCheckout = false }: PageInput,
): Promise<ComposedPage> {
  const screen = screenAt(path, chosen.remotes, sources.screens);
  const remote = screen.remote && screen.status === 200 ? withCode(addressOf(screen.remote), screen.code) : undefined;
  const styles = await inlineStyles(screen.html, remote, sources);
  const config = runtimeConfigOf(chosen.remotes, sources.payments, day, sources.measurement);
  const banner = chosen.preview === undefined ? undefined : previewBanner(chosen.preview, config.remotes);
  const title = fillFlow(screen.title, config.flow);
  const html = renderDocument({
    ...screen,
    title: hasCheckout ? uncheckedTitle(title) : title,
    description: screen.description && fillFlow(screen.description, config.flow),
    html: fillMonths(fillFlow(screen.html, config.flow), day),
    remote,
    integrity: integrities(sources.shell, screen.remote),
    styles,
    config,
    shell: sources.shell,
    earlyScript: sources.earlyScript,
    hasCheckout,
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
