import { expect, it } from 'vitest';
import { aService } from '../testing/a-service.ts';
import { releaseFigures } from '../testing/fixtures.ts';
import { readFigures } from './read-figures.ts';

const [CANARY, STABLE] = ['c'.repeat(20), 'a'.repeat(20)];
const QUERY = { remote: 'mf-quiz', releases: [CANARY, STABLE], since: '2026-11-01T00:00:00.000Z' };

const aTracking = async (status: number, body: string) => {
  const { url, requests } = await aService(body, status);
  return { read: () => readFigures(url, QUERY), requests };
};

it('requests both releases since the canary began, and treats a release without figures as having no visits', async () => {
  const stable = releaseFigures({ release: STABLE, visits: 90 });
  const { read, requests } = await aTracking(200, JSON.stringify({ releases: [stable] }));
  const [ours, theirs] = await read();
  expect(ours).toMatchObject({ release: CANARY, visits: 0, vitals: { lcp: { measured: 0 } } });
  expect(theirs).toEqual(stable);
  expect(requests).toEqual([
    `/release-figures?remote=mf-quiz&releases=${CANARY}%2C${STABLE}&since=2026-11-01T00%3A00%3A00.000Z`,
  ]);
});

it.each([
  ['an error', 500, '{}', /responded with 500/],
  ['invalid JSON', 200, '<html>', /unknown format/],
  ['an unknown format', 200, '{"releases":[{"release":1}]}', /unknown format/],
  [
    'more errors than visits',
    200,
    JSON.stringify({ releases: [releaseFigures({ release: STABLE, visits: 10, failed: 11 })] }),
    /cannot be true/,
  ],
  [
    'one release twice',
    200,
    JSON.stringify({ releases: [1, 2].map(() => releaseFigures({ release: STABLE })) }),
    /cannot be true/,
  ],
])('rejects %s', async (_what, status, body, reason) => {
  const { read } = await aTracking(status, body);
  await expect(read()).rejects.toThrow(reason);
});

it('reports that svc-tracking does not respond', async () => {
  await expect(readFigures('http://127.0.0.1:9', QUERY)).rejects.toThrow(/TRACKING_URL/);
});
