import path from 'node:path';
import type { BrowserContext, Route } from 'playwright-core';
import type { KnownRemote } from '../edge/live.ts';
import { styleReader } from '../edge/inline-styles.ts';
import { composeAt, type HostScreens, type PageSources } from '../edge/pages.ts';
import { integrityOf } from '../registry/release.ts';
import type { Build } from './build.ts';
import type { LiveSite } from './live.ts';

/** How a browser window is shown a build that is not live: it resolves once every page of that window is of the build. */
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

/** Where the build seems to lie. No release has this name. */
export const folderOfBuild = ({ descriptor }: Build): string => `/remotes/${descriptor.name}/build-under-check/`;

const knownBuild = (build: Build): KnownRemote => ({
  name: build.descriptor.name,
  entry: {
    entry: `${folderOfBuild(build)}remoteEntry.js`,
    version: build.descriptor.version,
    contract: build.descriptor.contract,
  },
  descriptor: build.descriptor,
  files: [...build.files].map(([file, body]) => ({ file, integrity: integrityOf(body), bytes: body.length })),
});

/** The live remotes, with the build in the place of what is live of it, or after them. */
const withBuild = (live: readonly KnownRemote[], build: KnownRemote): readonly KnownRemote[] =>
  live.some(({ name }) => name === build.name)
    ? live.map((remote) => (remote.name === build.name ? build : remote))
    : [...live, build];

/** No page of the build comes to them: each of its paths is its own. */
const NO_SCREENS: HostScreens = {
  notFound: '',
  unavailable: { unreachable: '', missing: '', slow: '', unreadable: '', hung: '', contract: '', broken: '' },
};

/** The live page's policy, with the style sheets of another page. */
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
 * Puts a build into the pages of a live site, in one browser alone and without uploading it. Its pages are composed by
 * the edge's own functions out of what the site serves now, its files come from the folder, and all else from the site.
 */
export const standIn = (build: Build, site: LiveSite): ShowBuild => {
  const folder = folderOfBuild(build);
  const remotes = withBuild(site.known, knownBuild(build));
  const { page } = site;
  const ofBuild = styleReader({ [folder]: build.folder } as Parameters<typeof styleReader>[0]);
  const sources: PageSources = {
    shell: page.shell,
    screens: NO_SCREENS,
    earlyScript: page.earlyScript,
    readStyle: async (href) => (await page.readStyle(href)) ?? ofBuild(href),
    payments: page.config.payments,
    // Of the site's measurement the splits alone: nobody is to be told of these visits.
    measurement: page.config.split ? { split: page.config.split } : {},
  };

  const screen = async (route: Route, pathname: string): Promise<void> => {
    const composed = await composeAt(pathname, { chosen: { remotes }, sources, day: page.config.servedOn });
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
  const file = (route: Route, name: string): Promise<void> => {
    const body = build.files.get(name);
    return body
      ? route.fulfill({ body, contentType: TYPES[path.extname(name)] ?? 'application/octet-stream' })
      : route.fulfill({ status: 404 });
  };

  const paths = new Set(build.descriptor.routes.map((one) => one.path));
  return async (context) => {
    await context.route(
      (url) => url.origin === new URL(site.url).origin && (url.pathname.startsWith(folder) || paths.has(url.pathname)),
      async (route) => {
        const { pathname } = new URL(route.request().url());
        if (pathname.startsWith(folder)) return file(route, pathname.slice(folder.length));
        return route.request().isNavigationRequest() ? screen(route, pathname) : route.fallback();
      },
    );
  };
};
