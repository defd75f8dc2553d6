import path from 'node:path';
import type { BrowserContext, Route } from 'playwright-core';
import { ENTRY_FILE } from '../contract/entry-file.mjs';
import type { PageRemote } from '../edge/live.ts';
import { styleReader } from '../edge/inline-styles.ts';
import { composePage, namesCheckout, type HostScreens, type PageSources } from '../edge/compose-page.ts';
import { integrityOf } from '../base/integrity.mjs';
import type { Build } from './build.ts';
import type { LiveSite } from './live.ts';

/**
 * Makes a browser window show a build that is not live. Resolves once every page of that window comes from the build.
 */
export type ShowBuild = (context: BrowserContext) => Promise<void>;

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
};

/** Returns the folder in which the build appears to be. No release has this name. */
export const folderOfBuild = ({ descriptor }: Build): string => `/remotes/${descriptor.name}/build-under-check/`;

const knownBuild = (build: Build): PageRemote => ({
  name: build.descriptor.name,
  entry: {
    entry: `${folderOfBuild(build)}${ENTRY_FILE}`,
    version: build.descriptor.version,
    contract: build.descriptor.contract,
  },
  descriptor: build.descriptor,
  files: [...build.files].map(([file, body]) => ({ file, integrity: integrityOf(body), bytes: body.length })),
});

/** Returns the live remotes with the build in place of its live release, or after them if it has none. */
const withBuild = (live: readonly PageRemote[], build: PageRemote): readonly PageRemote[] =>
  live.some(({ name }) => name === build.name)
    ? live.map((remote) => (remote.name === build.name ? build : remote))
    : [...live, build];

/** Never shown: every path of the build has a screen. */
const NO_SCREENS: HostScreens = {
  notFound: '',
  unavailable: { unreachable: '', missing: '', slow: '', unreadable: '', hung: '', contract: '', broken: '' },
};

/** Returns the live page's policy with the style hashes of another page. */
const policyWith = (policy: string, styleHashes: readonly string[]): string =>
  policy
    .split(';')
    .map((directive) => {
      const [name, ...sources] = directive.trim().split(/\s+/);
      if (name !== 'style-src') return directive;
      return [name, ...sources.filter((source) => !source.startsWith("'sha256-")), ...styleHashes].join(' ');
    })
    .join(';');

/**
 * Puts a build into the pages of a live site, in a single browser and without uploading it. Its pages are composed by
 * the edge's own functions from what the site serves now, its files come from its folder, and everything else from the
 * site.
 */
export const standIn = (build: Build, site: LiveSite): ShowBuild => {
  const folder = folderOfBuild(build);
  const remotes = withBuild(site.known, knownBuild(build));
  const { page } = site;
  const readBuildStyle = styleReader({ [folder]: build.folder } as Parameters<typeof styleReader>[0]);
  const sources: PageSources = {
    shell: page.shell,
    screens: NO_SCREENS,
    earlyScript: page.earlyScript,
    readStyle: async (href) => (await page.readStyle(href)) ?? readBuildStyle(href),
    payments: page.config.payments,
    // Only the splits of the site's measurement: these visits must not be reported.
    measurement: page.config.split ? { split: page.config.split } : {},
  };

  const fulfillPage = async (route: Route, { pathname, search }: URL): Promise<void> => {
    const composed = await composePage(pathname, {
      chosen: { remotes },
      sources,
      day: page.config.servedOn,
      hasCheckout: namesCheckout(search),
    });
    const policy = page.headers['content-security-policy'];
    await route.fulfill({
      status: composed.status,
      headers: {
        ...page.headers,
        ...(policy && { 'content-security-policy': policyWith(policy, composed.styleHashes) }),
        ...(composed.isPrivate && { 'referrer-policy': 'no-referrer' }),
      },
      body: composed.html,
    });
  };
  const fulfillFile = (route: Route, name: string): Promise<void> => {
    const body = build.files.get(name);
    return body
      ? route.fulfill({ body, contentType: TYPES[path.extname(name)] ?? 'application/octet-stream' })
      : route.fulfill({ status: 404 });
  };

  const paths = new Set(build.descriptor.routes.map((route) => route.path));
  return async (context) => {
    await context.route(
      (url) => url.origin === new URL(site.url).origin && (url.pathname.startsWith(folder) || paths.has(url.pathname)),
      async (route) => {
        const url = new URL(route.request().url());
        if (url.pathname.startsWith(folder)) return fulfillFile(route, url.pathname.slice(folder.length));
        return route.request().isNavigationRequest() ? fulfillPage(route, url) : route.fallback();
      },
    );
  };
};
