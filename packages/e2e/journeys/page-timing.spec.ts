import { afterAll, describe, it } from 'vitest';
import { sampleOf } from '../src/sample.ts';
import { Device } from '../src/timing/device.ts';
import { SCENARIOS } from '../src/timing/scenarios/all.ts';
import type { Scenario } from '../src/timing/scenarios/scenario.ts';
import { errorOf, storedViews, type StoredView } from '../src/timing/stored.ts';
import { viewsOf, type TrueView } from '../src/timing/truth.ts';

const SAMPLE = sampleOf(SCENARIOS, 2);

/** How much stored and true seconds, and the time of entry, may differ, unless the page itself was later. */
const TOLERANCE_SECONDS = 0.15;

const allowed = ({ late }: TrueView): number => Math.max(TOLERANCE_SECONDS, late);

const errors: number[] = [];
afterAll(() =>
  console.log(
    `${errors.length} views of ${SAMPLE.length} scenarios; largest error: ${Math.round(Math.max(...errors) * 1000)} ms`,
  ),
);

describe.concurrent('stores true times of', () => {
  it.for(SAMPLE)('$name', async (scenario, { expect, onTestFinished }) => {
    const device = await Device.start();
    onTestFinished(() => device.dispose());
    await scenario.run(device);
    const scenarioErrors: number[] = [];
    await expect.poll(() => faultsOf(device, scenario, scenarioErrors), { interval: 250 }).toEqual([]);
    errors.push(...scenarioErrors);
  });
});

/**
 * Returns the differences between a device's stored views and the true ones, and fills `found` with their errors in
 * seconds.
 */
async function faultsOf(
  device: Device,
  { unknown = [], clamped = false }: Scenario,
  found: number[],
): Promise<string[]> {
  const truths = (await device.truth()).flatMap(viewsOf).sort((a, b) => a.enteredAt - b.enteredAt);
  const sessions = [...new Set(truths.map(({ session }) => session))];
  const stored = (await Promise.all(sessions.map(storedViews)))
    .flat()
    .sort((a, b) => (a.entered ?? 0) - (b.entered ?? 0));
  found.length = 0;
  if (truths.length === 0 || stored.length !== truths.length)
    return [`${stored.length} stored, ${truths.length} true`, JSON.stringify({ truths, stored })];
  return truths.flatMap((truth, index) => {
    const view = stored[index]!;
    if (unknown.includes(index)) return isUnknown(view) ? [] : [`not unknown: ${JSON.stringify(view)}`];
    const error = errorOf(view, truth);
    found.push(error);
    return error <= allowed(truth) && view.path === truth.path && view.clamped === clamped && isEndAt(view, truth)
      ? []
      : [JSON.stringify({ truth, stored: view })];
  });
}

const isUnknown = ({ exited, visible, total }: StoredView): boolean =>
  exited === null && visible === null && total === null;

const isEndAt = ({ exited, clamped }: StoredView, truth: TrueView): boolean =>
  clamped || Math.abs((exited ?? Infinity) - truth.enteredAt - truth.total * 1000) <= allowed(truth) * 1000;
