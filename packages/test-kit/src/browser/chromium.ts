import { existsSync } from 'node:fs';
import path from 'node:path';
import { CHROMIUM_ARGS, findChromium } from '@course/federation/chromium';
import { Failure } from '@course/ops/failure';
import { PROJECT_ROOT } from '@course/federation/paths';
import { aptInstall, canAptInstall } from '@course/dev-stack/process/apt';
import { findOnPath } from '@course/dev-stack/process/on-path';
import { runTool } from '@course/dev-stack/process/run-tool';
import type { Browser } from 'playwright-core';

const PLAYWRIGHT = path.join(PROJECT_ROOT, 'node_modules/.bin/playwright-core');
const MISSING =
  'Chromium is missing. Install it (Debian: sudo apt-get install -y chromium), or set CHROME_PATH to a Chromium or Chrome.';

/** A Chromium that draws no window and needs a third less CPU. `npm test` uses it if it is installed. */
export const HEADLESS_SHELL = 'chromium-headless-shell';

/** Returns the path of the installed Chromium. Throws with the command to type if there is none. */
export const chromiumPath = (): string => {
  const found = findChromium(process.env);
  if (!found) throw new Failure(MISSING);
  return found;
};

/** Starts Chromium with `CHROMIUM_ARGS` and these arguments. */
export const launchChromium = async ({
  executablePath = chromiumPath(),
  args = [],
}: { readonly executablePath?: string; readonly args?: readonly string[] } = {}): Promise<Browser> => {
  const { chromium } = await import('playwright-core');
  return chromium.launch({ executablePath, args: [...CHROMIUM_ARGS, ...args] });
};

/** A font with the same widths as Arial. */
const LIBERATION = '/usr/share/fonts/truetype/liberation';

/**
 * Installs what is optional: without the shell tests take longer, without the font those of line breaks are skipped.
 */
const provideExtras = async (): Promise<void> => {
  if (!canAptInstall()) return;
  if (!findOnPath(HEADLESS_SHELL)) await aptInstall(HEADLESS_SHELL).catch(() => undefined);
  if (!existsSync(LIBERATION)) await aptInstall('fonts-liberation').catch(() => undefined);
};

const fromDebian = async (): Promise<string | undefined> => {
  if (!canAptInstall()) return undefined;
  await aptInstall('chromium').catch(() => undefined);
  return findChromium(process.env);
};

const fromPlaywright = async (signal: AbortSignal): Promise<string | undefined> => {
  const { code } = await runTool(process.execPath, [PLAYWRIGHT, 'install', 'chromium'], { signal });
  if (code !== 0) return undefined;
  const { chromium } = await import('playwright-core');
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
};

/**
 * Returns the path of Chromium, which is installed if it is missing. Rejects with the command to type if that fails.
 */
export const provideChromium = async (say: (line: string) => void, signal: AbortSignal): Promise<string> => {
  let found = findChromium(process.env);
  if (!found) {
    say('Installing Chromium');
    found = (await fromDebian()) ?? (await fromPlaywright(signal));
  }
  if (!found) throw new Failure(MISSING);
  await provideExtras();
  return found;
};
