import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { measureBeside } from '../bench/beside.ts';
import { measureCourse } from '../bench/course.ts';
import { freshCheckout } from '../bench/fresh-checkout.ts';
import { measureInsights } from '../bench/insights.ts';
import { measureLighthouse } from '../bench/lighthouse.ts';
import { measurementTable, type Measurement } from '../bench/measurement.ts';
import { familyMemory } from '../bench/memory.ts';
import { measurePages } from '../bench/pages.ts';
import { timedStart, type TimedStack } from '../bench/timed-start.ts';
import { measureTracking } from '../bench/tracking.ts';
import { serveYardsticks } from '../bench/yardsticks.ts';
import { provideChromium } from '@course/test-kit/browser/chromium';
import { readStackEnv } from '@course/dev-stack/env';
import { writeAtomically } from '@course/federation/files';
import { PROJECT_ROOT } from '@course/ops/paths';
import { freePort } from '@course/dev-stack/process/ports';
import { main, say } from '@course/ops/cli/main';
import { onStopRequest } from '@course/ops/cli/signals';

const { values } = parseArgs({ options: { 'no-setup': { type: 'boolean', default: false } } });
const { signal } = onStopRequest();

/** What the insights have to answer over. Writing them takes over half an hour. */
const INSIGHTS_VIEWS = 20_000_000;

/** The stack settles before its memory is read: start-up garbage is no part of idling. */
const SETTLE_MS = 10_000;

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, SETTLE_MS));

const showParts = ({ lines }: TimedStack): void =>
  lines.forEach(({ at, line }) => say(`  ${at.toFixed(1).padStart(6)} s  ${line}`));

const measureIdle = async (stack: TimedStack): Promise<Measurement> => {
  await settled();
  const { totalMb, parts } = familyMemory(stack.pid);
  for (const { name, mb } of parts.slice(0, 12)) say(`  ${mb.toFixed(0).padStart(6)} MB  ${name}`);
  return { name: 'idle memory of the whole stack', value: totalMb, unit: 'MB', budget: 900 };
};

const measureSpeed = async (url: string, browser: string, folder: string): Promise<readonly Measurement[]> => {
  const yardsticks = await serveYardsticks(folder);
  if (!yardsticks) {
    say(
      'The yardsticks are not beside this project (../shared/measure/reference): the comparison with them is left out.',
    );
    return [];
  }
  try {
    return await measureBeside(url, yardsticks, browser, say);
  } finally {
    yardsticks.stop();
  }
};

const measureStarts = async (checkout: string, dataDir: string): Promise<readonly Measurement[]> => {
  const start = async () => timedStart({ checkout, port: await freePort(), dataDir, signal });
  say(values['no-setup'] ? 'First start' : 'Set-up and first start of a fresh checkout');
  const first = await start();
  showParts(first);
  await first.stop();
  say('A later start');
  const later = await start();
  showParts(later);
  const figures: Measurement[] = [
    ...(values['no-setup']
      ? []
      : [{ name: 'set-up and first start', value: first.secondsToReady, unit: 's', budget: 240 } as const]),
    { name: 'a later start', value: later.secondsToReady, unit: 's', budget: 15 },
  ];
  try {
    figures.push(await measureIdle(later));
    const browser = await provideChromium(say, signal);
    figures.push(...(await measurePages(later.url, browser, say)));
    figures.push(...(await measureSpeed(later.url, browser, path.join(dataDir, '..', 'yardsticks'))));
    figures.push(...(await measureLighthouse(later.url, browser, say)));
  } finally {
    figures.push({ name: 'stopping', value: await later.stop(), unit: 's' });
  }
  return figures;
};

main(async () => {
  const scratch = mkdtempSync(path.join(tmpdir(), 'course-bench-'));
  // The user that runs PostgreSQL has to pass through.
  chmodSync(scratch, 0o711);
  const checkout = values['no-setup'] ? PROJECT_ROOT : await freshCheckout(signal);
  try {
    const starts = await measureStarts(checkout, path.join(scratch, 'data'));
    const beside = [
      ...(await measureTracking({ root: checkout, say })),
      ...(await measureInsights({ views: INSIGHTS_VIEWS, say })),
    ];
    const measurements = [...starts, ...(await measureCourse({ root: checkout, folder: scratch, say })), ...beside];
    const at = new Date().toISOString();
    const file = path.join(readStackEnv().dataDir, 'bench', `${at.replaceAll(':', '-')}.json`);
    writeAtomically(file, `${JSON.stringify({ at, measurements }, null, 2)}\n`);
    say(`\n${measurementTable(measurements)}\n\n${file}`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
    if (checkout !== PROJECT_ROOT) rmSync(checkout, { recursive: true, force: true });
  }
});
