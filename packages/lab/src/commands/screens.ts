import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { shownScreens } from '@course/federation/screen-states';
import type { Browser } from 'playwright-core';
import { launchChromium, provideChromium } from '@course/test-kit/browser/chromium';
import { isolatedEnv, readStackEnv } from '@course/dev-stack/env';
import { Failure } from '@course/ops/failure';
import { PROJECT_ROOT } from '@course/federation/paths';
import { freePort } from '@course/dev-stack/process/ports';
import { collage } from '../screens/collage.ts';
import { contactSheet, fileOf } from '../screens/contact-sheet.ts';
import { takeShots } from '../screens/photographer.ts';
import { shotsOf } from '../screens/shot-list.ts';
import { runStack } from '@course/dev-stack/stack/run-stack';
import { temporaryDataDir } from '@course/dev-stack/stack/temporary-data-dir';
import { main, onStopRequest, say } from '@course/ops/cli';

const DOCS = path.join(PROJECT_ROOT, 'docs');
const FOLDER = path.join(DOCS, 'screens');
/** The pictures in the README. */
const FUNNEL = ['root', 'q2', 'scratch', 'sales002', 'sales002-checkout-open'];

const { signal } = onStopRequest();

/** Takes all pictures before it replaces any. */
async function makePictures(browser: Browser, url: string, workFolder: string): Promise<void> {
  const shots = shotsOf(shownScreens.parse(await (await fetch(`${url}/__screens.json`)).json()));
  const phones = new Map<string, Buffer>();
  await takeShots(browser, url, shots, (shot, size, image) => {
    if (size === 'phone') phones.set(shot.name, image);
    writeFileSync(path.join(workFolder, fileOf(shot, size)), image);
  });
  const funnel = FUNNEL.map((name) => {
    const found = phones.get(name);
    if (!found) throw new Failure(`There is no picture of ${name} for the README.`);
    return found;
  });
  writeFileSync(
    path.join(workFolder, 'sheet.jpg'),
    await collage(browser, { pictures: [...phones.values()], columns: 8, pictureWidth: 195 }),
  );
  writeFileSync(path.join(workFolder, 'README.md'), contactSheet(shots));
  writeFileSync(
    path.join(DOCS, 'funnel.jpg'),
    await collage(browser, { pictures: funnel, columns: funnel.length, pictureWidth: 296 }),
  );
  rmSync(FOLDER, { recursive: true, force: true });
  cpSync(workFolder, FOLDER, { recursive: true });
}

main(async () => {
  const dataDir = temporaryDataDir('course-screens-');
  const vars = { DATA_DIR: dataDir, PORT: String(await freePort()), RATE_LIMITS: 'off' };
  const env = readStackEnv({ ...isolatedEnv(), ...vars });
  const stack = await runStack({ env, say, signal, reload: true });
  try {
    const browser = await launchChromium({ executablePath: await provideChromium(say, signal) });
    const workFolder = path.join(dataDir, 'pictures');
    mkdirSync(workFolder);
    await makePictures(browser, stack.url, workFolder).finally(() => browser.close());
    say(`Done: ${path.relative(PROJECT_ROOT, FOLDER)}`);
  } finally {
    await stack.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
  process.exit(0);
});
