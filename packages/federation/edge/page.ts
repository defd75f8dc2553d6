import { createHash } from 'node:crypto';
import { RUNTIME_CONFIG_ID } from '@course/contracts';
import { DEFERRED_HEAD_ID, folderOf, type HostConfig, type RemoteAddress } from '../contract/remote.ts';
import type { KnownRemote } from './live.ts';

export interface ShellAssets {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  /** By the names of those files, so that a browser refuses what was altered on its way. */
  readonly integrity: Readonly<Record<string, string>>;
  /** The text of an SVG file. It stands in the page: browsers ask for the file of an icon again with every screen. */
  readonly icon: string;
}

/** A style sheet that stands in the page itself. */
export interface StyleInPage {
  readonly css: string;
  /** What of it the screen's first frame needs, if not all. It stands ahead of the screen, and the whole comes after that frame. */
  readonly first?: string;
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
  readonly config: HostConfig;
  readonly shell: ShellAssets;
  /** Hashes of the files that it names, by their addresses. */
  readonly integrity?: ReadonlyMap<string, string>;
  /** Style sheets that stand in the page itself, by their addresses; the others are linked. */
  readonly styles?: ReadonlyMap<string, StyleInPage>;
  readonly earlyScript: string;
  /** Stands ahead of the screen in pages that search engines must not list. */
  readonly banner?: Banner;
}

/** Markup with its style sheet. */
export interface Banner {
  readonly html: string;
  readonly css: string;
}

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** JSON that cannot end its script element. */
const inlineJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Returns the policy source that allows exactly this inline script or style sheet. */
export const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const iconAddress = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg.trim())}`;

/** Stands behind the screen, for notices. */
const END_OF_SCREEN = 'notices';

/** How browsers find a remote: addresses made from its registry entry and its descriptor. */
export function addressOf({ name, entry, descriptor, files, release, channel }: KnownRemote): RemoteAddress {
  const folder = folderOf(entry.entry);
  const integrity = files?.find(({ file }) => folder + file === entry.entry)?.integrity;
  return {
    name,
    version: entry.version,
    ...(release && { release }),
    ...(channel && { channel }),
    contract: entry.contract,
    entry: entry.entry,
    ...(integrity && { integrity }),
    paths: descriptor?.routes.map((route) => route.path) ?? [],
    scripts: descriptor?.scripts.map((file) => folder + file) ?? [],
    styles: descriptor?.styles.map((file) => folder + file) ?? [],
  };
}

/** The hashes of all files that a page may name, by their addresses. */
export const integrities = (shell: ShellAssets, remote: KnownRemote | undefined): ReadonlyMap<string, string> => {
  const folder = remote ? folderOf(remote.entry.entry) : '';
  return new Map([
    ...Object.entries(shell.integrity).map(([file, hash]) => [`/${file}`, hash] as const),
    ...(remote?.files ?? []).map(({ file, integrity }) => [folder + file, integrity] as const),
  ]);
};

export const styleAddresses = ({ styles }: Pick<ShellAssets, 'styles'>): string[] => styles.map((file) => `/${file}`);

const wholeStyle = (href: string, css: string): string => `<style data-href="${escapeHtml(href)}">${css}</style>`;

/** A link's or a script's hash, ready to stand behind its address. */
const hashed = (href: string, { integrity }: Pick<PageParts, 'integrity'>): string => {
  const hash = integrity?.get(href);
  // Bundlers' runtimes ask for what has a hash in this mode, and a preload counts only in the same one.
  return hash ? ` integrity="${hash}" crossorigin` : '';
};

const styleAhead = (href: string, inPage: StyleInPage | undefined, parts: PageParts): string => {
  if (!inPage) return `<link rel="stylesheet" href="${escapeHtml(href)}"${hashed(href, parts)}>`;
  return inPage.first === undefined ? wholeStyle(href, inPage.css) : `<style>${inPage.first}</style>`;
};

const stylesAhead = (parts: PageParts): string[] =>
  [...styleAddresses(parts.shell), ...(parts.remote?.styles ?? [])].map((href) =>
    styleAhead(href, parts.styles?.get(href), parts),
  );

/** What the first frame does without: inert until the early script, or at the latest the shell, puts it into the document. */
const deferredHead = (parts: PageParts): string => {
  const { remote, styles = new Map<string, StyleInPage>() } = parts;
  const preloads = remote
    ? [remote.entry, ...remote.scripts].map(
        (href) => `<link rel="preload" as="script" href="${escapeHtml(href)}"${hashed(href, parts)}>`,
      )
    : [];
  const whole = [...styles].flatMap(([href, { css, first }]) => (first === undefined ? [] : wholeStyle(href, css)));
  return `<template id="${DEFERRED_HEAD_ID}">${[...preloads, ...whole].join('')}</template>`;
};

/** The whole document: markup of the screen, runtime configuration, and the preloads of exactly this route. */
export function composePage(parts: PageParts): string {
  const screen = parts.suspended ? `<!--$-->${parts.html}<!--/$-->` : parts.html;
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    // The first frame is the whole screen, not as much of it as has come: laying out twice costs more than waiting.
    `<link rel="expect" href="#${END_OF_SCREEN}" blocking="render">`,
    `<title>${escapeHtml(parts.title)}</title>`,
    // Link previews show it, also of screens that search engines do not list.
    `<meta name="description" content="${escapeHtml(parts.description ?? parts.title)}">`,
    ...(parts.indexable && !parts.banner ? [] : ['<meta name="robots" content="noindex">']),
    '<meta name="theme-color" content="#fffaf3">',
    `<link rel="icon" href="${iconAddress(parts.shell.icon)}" type="image/svg+xml">`,
    `<script>${parts.earlyScript}</script>`,
    ...(parts.banner ? [`<style>${parts.banner.css}</style>`] : []),
    ...stylesAhead(parts),
    ...parts.shell.scripts.map((file) => `<script defer src="/${file}"${hashed(`/${file}`, parts)}></script>`),
    `</head><body>${parts.banner?.html ?? ''}<div id="root">${screen}</div><div id="${END_OF_SCREEN}"></div>`,
    deferredHead(parts),
    `<script type="application/json" id="${RUNTIME_CONFIG_ID}">${inlineJson(parts.config)}</script>`,
    '</body></html>',
  ].join('\n');
}
