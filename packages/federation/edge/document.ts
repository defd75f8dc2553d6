import { createHash } from 'node:crypto';
import { RUNTIME_CONFIG_ID } from '@course/contracts';
import type { RemoteDescriptor } from '../contract/descriptor.ts';
import { DEFERRED_HEAD_ID, folderOf, type HostConfig, type RemoteAddress } from '../contract/remote.ts';
import type { PageRemote } from './live.ts';

export interface ShellAssets {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  /** Hashes by file name, so that a browser refuses files that were altered in transit. */
  readonly integrity: Readonly<Record<string, string>>;
  /**
   * The text of an SVG file. It is inlined in the page, because browsers would request an icon file again with every
   * screen.
   */
  readonly icon: string;
}

/** File names of a screen's separate code. */
export type ScreenCode = Pick<RemoteDescriptor, 'scripts' | 'styles'>;

/** A style sheet that is inlined in the page. */
export interface InlineStyle {
  readonly css: string;
  /**
   * The part that the screen's first frame needs, if not all. It precedes the screen; the whole sheet follows after
   * that frame.
   */
  readonly critical?: string;
}

/** The input of a page's document; rendering it is pure. */
export interface PageParts {
  readonly title: string;
  readonly description: string | undefined;
  readonly indexable: boolean;
  /** The screen's markup. */
  readonly html: string;
  /** The remote that the screen comes from; none for not-found. */
  readonly remote: RemoteAddress | undefined;
  /** True if the screen is inside the Suspense boundary of a remote's screen. */
  readonly suspended: boolean;
  readonly config: HostConfig;
  readonly shell: ShellAssets;
  /** Hashes of the files that the page names, by address. */
  readonly integrity?: ReadonlyMap<string, string>;
  /** The inlined style sheets, by address; the others are linked. */
  readonly styles?: ReadonlyMap<string, InlineStyle>;
  /** Runs once the screen has been parsed, before any other script. */
  readonly earlyScript: string;
  /** True if the address names a checkout. */
  readonly hasCheckout?: boolean;
  /** Shown above the screen, in pages that search engines must not list. */
  readonly banner?: Banner;
}

/** Markup with its style sheet. */
export interface Banner {
  readonly html: string;
  readonly css: string;
}

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Returns JSON that cannot close its script element. */
const inlineJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Returns the policy source that allows exactly this inline script or style sheet. */
export const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Escapes only what data URLs require, because every page carries the icon. */
const iconAddress = (svg: string): string =>
  `data:image/svg+xml,${svg
    .trim()
    .replaceAll('"', "'")
    .replace(/[<>#%]/g, encodeURIComponent)}`;

/** Id of the element after the screen, for notices. */
const END_OF_SCREEN = 'notices';

/** Returns how browsers find a remote: the addresses from its registry entry and its descriptor. */
export function addressOf({ name, entry, descriptor, files, release, channel }: PageRemote): RemoteAddress {
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

/** Returns the address with the files of one screen's separate code added to those that every screen needs. */
export function withCode(address: RemoteAddress, code: ScreenCode | undefined): RemoteAddress {
  if (!code) return address;
  const folder = folderOf(address.entry);
  return {
    ...address,
    scripts: [...address.scripts, ...code.scripts.map((file) => folder + file)],
    styles: [...address.styles, ...code.styles.map((file) => folder + file)],
  };
}

/** Returns the hashes of all files that a page may name, by address. */
export const integrities = (shell: ShellAssets, remote: PageRemote | undefined): ReadonlyMap<string, string> => {
  const folder = remote ? folderOf(remote.entry.entry) : '';
  return new Map([
    ...Object.entries(shell.integrity).map(([file, hash]) => [`/${file}`, hash] as const),
    ...(remote?.files ?? []).map(({ file, integrity }) => [folder + file, integrity] as const),
  ]);
};

export const styleAddresses = ({ styles }: Pick<ShellAssets, 'styles'>): string[] => styles.map((file) => `/${file}`);

const wholeStyle = (href: string, css: string): string => `<style data-href="${escapeHtml(href)}">${css}</style>`;

/** Returns the attributes with the hash of a link or a script. */
const hashed = (href: string, { integrity }: Pick<PageParts, 'integrity'>): string => {
  const hash = integrity?.get(href);
  // Bundlers' runtimes request files with a hash in this CORS mode, and a preload is used only in the same one.
  return hash ? ` integrity="${hash}" crossorigin` : '';
};

const headStyle = (href: string, inlined: InlineStyle | undefined, parts: PageParts): string => {
  if (!inlined) return `<link rel="stylesheet" href="${escapeHtml(href)}"${hashed(href, parts)}>`;
  return inlined.critical === undefined ? wholeStyle(href, inlined.css) : `<style>${inlined.critical}</style>`;
};

const headStyles = (parts: PageParts): string[] =>
  [...styleAddresses(parts.shell), ...(parts.remote?.styles ?? [])].map((href) =>
    headStyle(href, parts.styles?.get(href), parts),
  );

/** Returns what the first frame does not need: inert until the early script, or at the latest the shell, inserts it. */
const deferredHead = (parts: PageParts): string => {
  const { remote, styles = new Map<string, InlineStyle>() } = parts;
  const preloads = remote
    ? [remote.entry, ...remote.scripts].map(
        (href) => `<link rel="preload" as="script" href="${escapeHtml(href)}"${hashed(href, parts)}>`,
      )
    : [];
  const whole = [...styles].flatMap(([href, { css, critical }]) =>
    critical === undefined ? [] : wholeStyle(href, css),
  );
  return `<template id="${DEFERRED_HEAD_ID}">${[...preloads, ...whole].join('')}</template>`;
};

/**
 * Returns the whole document: the screen's markup, the runtime configuration, and the preloads of exactly this route.
 */
export function renderDocument(parts: PageParts): string {
  const screen = parts.suspended ? `<!--$-->${parts.html}<!--/$-->` : parts.html;
  return [
    `<!doctype html><html lang="en"${parts.hasCheckout ? ' data-has-checkout' : ''}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    // The first frame is the whole screen, not the part that has arrived: two layouts cost more than waiting.
    `<link rel="expect" href="#${END_OF_SCREEN}" blocking="render">`,
    `<title>${escapeHtml(parts.title)}</title>`,
    // Link previews show it, even for screens that search engines do not list.
    `<meta name="description" content="${escapeHtml(parts.description ?? parts.title)}">`,
    ...(parts.indexable && !parts.banner ? [] : ['<meta name="robots" content="noindex">']),
    '<meta name="theme-color" content="#fffaf3">',
    `<link rel="icon" href="${escapeHtml(iconAddress(parts.shell.icon))}" type="image/svg+xml">`,
    ...(parts.banner ? [`<style>${parts.banner.css}</style>`] : []),
    ...headStyles(parts),
    ...parts.shell.scripts.map((file) => `<script defer src="/${file}"${hashed(`/${file}`, parts)}></script>`),
    `</head><body>${parts.banner?.html ?? ''}<div id="root">${screen}</div><div id="${END_OF_SCREEN}"></div>`,
    deferredHead(parts),
    // Not in the head: starting the first script takes a slow phone 7 ms.
    `<script>${parts.earlyScript}</script>`,
    `<script type="application/json" id="${RUNTIME_CONFIG_ID}">${inlineJson(parts.config)}</script>`,
    '</body></html>',
  ].join('\n');
}
