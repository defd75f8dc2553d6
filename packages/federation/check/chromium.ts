import path from 'node:path';
import { Failure } from '../base/failure.ts';
import { isExecutable } from '../base/files.ts';

/** The message if there is no browser to run a build in. */
export const NO_BROWSER =
  'There is no Chromium to run the build in. Install it with playwright-core (Debian: sudo apt-get install -y chromium), set CHROME_PATH to a Chromium or Chrome, or skip this check: --no-browser.';

/** The full browser first: the headless shell has no back/forward cache. */
const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chromium-headless-shell',
] as const;

/** The arguments with which Chromium is started for tests and measurements. */
export const CHROMIUM_ARGS: readonly string[] = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Returns the absolute path of this machine's Chromium or Chrome: the one that CHROME_PATH names, else the first on PATH;
 * undefined if there is none. Throws a one-sentence failure if CHROME_PATH names no executable file.
 */
export const findChromium = ({
  CHROME_PATH: named,
  PATH: searchPath = '',
}: Readonly<Record<string, string | undefined>>): string | undefined => {
  if (named && !isExecutable(named)) throw new Failure(`CHROME_PATH names ${named}, which is not an executable file.`);
  if (named) return named;
  const folders = searchPath.split(path.delimiter).filter(Boolean);
  return NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isExecutable);
};
