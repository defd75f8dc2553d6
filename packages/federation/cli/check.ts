import type { Command } from 'commander';
import { checkBuild, checkScreens, checkTable, requireSound } from '../check/check.ts';
import { NO_BROWSER } from '../check/chromium.ts';
import { liveInStore, liveOnSite, type Live, type LiveSite } from '../check/live.ts';
import { Failure } from '../base/failure.ts';
import type { LocalReleases } from '../registry/local-releases.ts';

/** What a check needs from its surroundings. */
export interface CheckTools {
  /** The local installation; absent if only a publishing API's address is known. */
  readonly local?: LocalReleases;
  /** The addresses of the stack that runs on it, if one does. */
  readonly running?: { readonly siteUrl: string; readonly publishingUrl: string };
  /** Returns the path of the Chromium to run builds in; undefined if there is none. */
  readonly findBrowser?: () => string | undefined;
  readonly say: (line: string) => void;
}

export interface CheckOptions {
  readonly to?: string;
  readonly site?: string;
  /** False with --no-browser. */
  readonly browser?: boolean;
  readonly allowRemoved?: readonly string[];
}

/** Adds the options of the check to a command. */
export const withCheckOptions = (command: Command): Command =>
  command
    .option('--site <url>', 'the site to run the build against and compare it with, instead of the local stack')
    .option('--no-browser', 'does not run the build')
    .option('--allow-removed <paths...>', 'screens that are removed on purpose, such as /q11');

/** Checks a build for a person or a pipeline. Resolves to its version; rejects with the reasons not to publish it. */
export const runCheck = async (
  { local, running, findBrowser, say }: CheckTools,
  { name, folder, options }: { readonly name: string; readonly folder: string; readonly options: CheckOptions },
): Promise<string> => {
  const readLive = async (): Promise<Live | LiveSite | undefined> => {
    const site = options.site ?? (options.to ? undefined : running?.siteUrl);
    if (site !== undefined) return liveOnSite(site);
    return options.to || !local ? undefined : liveInStore(local.store);
  };
  const requireBrowser = (): string => {
    const found = findBrowser?.();
    if (found) return found;
    throw new Failure(NO_BROWSER);
  };

  const start = performance.now();
  const live = await readLive();
  const result = checkBuild(folder, name, { live, allowRemoved: options.allowRemoved ?? [] });
  say(checkTable(result));
  requireSound(name, result.refusals);
  const { version, routes } = result.build.descriptor;
  if (!live) say('The build was not run, nor compared with what is live: name the site with --site <url>.');
  else if (!('url' in live)) say('The build was not run: no stack runs here. Start one, or name a site: --site <url>.');
  else if (options.browser === false) say('The build was not run in a browser, as --no-browser says.');
  else {
    requireSound(name, await checkScreens(result.build, live, requireBrowser()));
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    say(`${routes.length} screens ran in a browser against ${live.url}; the check took ${seconds} s`);
  }
  return version;
};
