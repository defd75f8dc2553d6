import { RUNTIME_CONFIG_ID, type RemoteAddress, type RuntimeConfig } from '@course/contracts';
import icon from '../src/icon.svg?raw';
import type { KnownRemote } from './descriptors.ts';

export interface ShellAssets {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** Everything a page is made of; composing it is pure. */
export interface PageParts {
  readonly title: string;
  readonly description: string | undefined;
  readonly indexable: boolean;
  /** The screen's markup. */
  readonly html: string;
  /** The remote that the screen comes from; none for not-found. */
  readonly remote: RemoteAddress | undefined;
  /** Whether the screen stands in the Suspense boundary of a remote's screen. */
  readonly suspended: boolean;
  readonly config: RuntimeConfig;
  readonly shell: ShellAssets;
  /** Style sheets that stand in the page itself, by address; the others are linked. */
  readonly inlined?: ReadonlyMap<string, string>;
  readonly earlyScript: string;
}

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** JSON that cannot end its script element. */
const inlineJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** In the page itself: browsers ask for the file of an icon again with every screen. */
const ICON = `data:image/svg+xml,${encodeURIComponent(icon.trim())}`;

const folderOf = (entry: string): string => entry.slice(0, entry.lastIndexOf('/') + 1);

/** How browsers find a remote: addresses made from its registry entry and its descriptor. */
export function addressOf({ name, entry, descriptor }: KnownRemote): RemoteAddress {
  const folder = folderOf(entry.entry);
  return {
    name,
    version: entry.version,
    contract: entry.contract,
    entry: entry.entry,
    paths: descriptor?.routes.map((route) => route.path) ?? [],
    scripts: descriptor?.scripts.map((file) => folder + file) ?? [],
    styles: descriptor?.styles.map((file) => folder + file) ?? [],
  };
}

/** Addresses of the style sheets that a page's first paint needs, in their order. */
export const stylesOf = ({ shell, remote }: Pick<PageParts, 'shell' | 'remote'>): string[] => [
  ...shell.styles.map((file) => `/${file}`),
  ...(remote?.styles ?? []),
];

const styleTag = (href: string, css: string | undefined): string =>
  css === undefined ? `<link rel="stylesheet" href="${escapeHtml(href)}">` : `<style data-href="${escapeHtml(href)}">${css}</style>`;

const links = (parts: PageParts): string[] => {
  const scripts = parts.remote ? [parts.remote.entry, ...parts.remote.scripts] : [];
  return [
    ...stylesOf(parts).map((href) => styleTag(href, parts.inlined?.get(href))),
    ...scripts.map((href) => `<link rel="preload" as="script" href="${escapeHtml(href)}">`),
  ];
};

/** The whole document: markup of the screen, runtime configuration, and the preloads of exactly this route. */
export function composePage(parts: PageParts): string {
  const screen = parts.suspended ? `<!--$-->${parts.html}<!--/$-->` : parts.html;
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(parts.title)}</title>`,
    // Link previews show it, also of screens that search engines do not list.
    `<meta name="description" content="${escapeHtml(parts.description ?? parts.title)}">`,
    ...(parts.indexable ? [] : ['<meta name="robots" content="noindex">']),
    '<meta name="theme-color" content="#fffaf3">',
    `<link rel="icon" href="${ICON}" type="image/svg+xml">`,
    `<script>${parts.earlyScript}</script>`,
    ...links(parts),
    ...parts.shell.scripts.map((file) => `<script defer src="/${file}"></script>`),
    `<script type="application/json" id="${RUNTIME_CONFIG_ID}">${inlineJson(parts.config)}</script>`,
    `</head><body><div id="root">${screen}</div><div id="notices"></div></body></html>`,
  ].join('\n');
}
