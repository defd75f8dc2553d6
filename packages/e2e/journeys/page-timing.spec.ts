import { afterAll, describe, it } from 'vitest';
import { sampleOf } from '../src/sample.ts';
import { Device } from '../src/timing/device.ts';
import { SCENARIOS } from '../src/timing/scenarios/all.ts';
import type { Scenario } from '../src/timing/scenarios/scenario.ts';
import { errorOf, storedViews, type StoredView } from '../src/timing/stored.ts';
import { expectedViews, withoutEnd, type PageRecording, type ExpectedView } from '../src/timing/recording.ts';

const SAMPLE = sampleOf(SCENARIOS, 1);

/** How much stored and recorded seconds, and the time of entry, may differ, unless the page itself was later. */
const TOLERANCE_SECONDS = 0.15;

const allowed = ({ late }: ExpectedView): number => Math.max(TOLERANCE_SECONDS, late);

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
 * Returns the differences between a device's stored views and the expected ones, and fills `found` with their errors in
 * seconds.
 */
async function faultsOf(
  device: Device,
  { unknown = [], clamped = false, endMayBeLost = false }: Scenario,
  found: number[],
): Promise<string[]> {
  const recordings = await device.recordings();
  const views = inOrder(recordings);
  const shorter = endMayBeLost ? inOrder(recordings.map(withoutEnd)) : views;
  const sessions = [...new Set(views.map(({ session }) => session))];
  const stored = (await Promise.all(sessions.map(storedViews)))
    .flat()
    .sort((a, b) => (a.entered ?? 0) - (b.entered ?? 0));
  found.length = 0;
  if (views.length === 0 || stored.length !== views.length)
    return [`${stored.length} stored, ${views.length} expected`, JSON.stringify({ expected: views, stored })];
  return views.flatMap((expected, index) => {
    const view = stored[index]!;
    if (unknown.includes(index)) return isUnknown(view) ? [] : [`not unknown: ${JSON.stringify(view)}`];
    const candidates = [expected, shorter[index] ?? expected];
    found.push(Math.min(...candidates.map((candidate) => errorOf(view, candidate))));
    const isAsExpected = (candidate: ExpectedView): boolean =>
      errorOf(view, candidate) <= allowed(candidate) && view.path === candidate.path && isEndAt(view, candidate);
    return view.clamped === clamped && candidates.some(isAsExpected)
      ? []
      : [JSON.stringify({ expected, stored: view })];
  });
}

const inOrder = (recordings: readonly PageRecording[]): readonly ExpectedView[] =>
  recordings.flatMap(expectedViews).sort((one, other) => one.enteredAt - other.enteredAt);

const isUnknown = ({ exited, visible, total }: StoredView): boolean =>
  exited === null && visible === null && total === null;

const isEndAt = ({ exited, clamped }: StoredView, expected: ExpectedView): boolean =>
  clamped || Math.abs((exited ?? Infinity) - expected.enteredAt - expected.total * 1000) <= allowed(expected) * 1000;
