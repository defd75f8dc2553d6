import { existsSync } from 'node:fs';
import path from 'node:path';
import { findChromium } from '@course/federation/chromium';
import { Failure } from '@course/ops/failure';
import { PROJECT_ROOT } from '@course/ops/paths';
import { aptInstall, canAptInstall } from '@course/dev-stack/process/apt';
import { runTool } from '@course/dev-stack/process/run-tool';

const PLAYWRIGHT = path.join(PROJECT_ROOT, 'node_modules/.bin/playwright-core');
const MISSING =
  'Chromium is missing. Install it (Debian: sudo apt-get install -y chromium), or set CHROME_PATH to a Chromium or Chrome.';

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

/** A Chromium for tests and measurements, installed when there is none. Rejects with the command to type. */
export const provideChromium = async (say: (line: string) => void, signal: AbortSignal): Promise<string> => {
  const found = findChromium(process.env);
  if (found) return found;
  say('Installing Chromium');
  const installed = (await fromDebian()) ?? (await fromPlaywright(signal));
  if (!installed) throw new Failure(MISSING);
  return installed;
};
