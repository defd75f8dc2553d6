import { expect, it } from 'vitest';
import { aService } from '../testing/a-service.ts';
import { aReleasesFigures } from '../testing/fixtures.ts';
import { readFiguresFrom } from './read-figures.ts';

const [CANARY, STABLE] = ['c'.repeat(20), 'a'.repeat(20)];
const QUERY = { remote: 'mf-quiz', releases: [CANARY, STABLE], since: '2026-11-01T00:00:00.000Z' };

const aTracking = async (status: number, body: string) => {
  const { url, asked } = await aService(body, status);
  return { read: readFiguresFrom(url), asked };
};

it('asks for both releases since the canary began, and takes the one that is not named as without a visit', async () => {
  const stable = aReleasesFigures({ release: STABLE, visits: 90 });
  const { read, asked } = await aTracking(200, JSON.stringify({ releases: [stable] }));
  const [ours, theirs] = await read(QUERY);
  expect(ours).toMatchObject({ release: CANARY, visits: 0, vitals: { lcp: { measured: 0 } } });
  expect(theirs).toEqual(stable);
  expect(asked).toEqual([
    `/release-figures?remote=mf-quiz&releases=${CANARY}%2C${STABLE}&since=2026-11-01T00%3A00%3A00.000Z`,
  ]);
});

it.each([
  ['an error', 500, '{}', /answered 500/],
  ['no JSON', 200, '<html>', /unknown form/],
  ['another form', 200, '{"releases":[{"release":1}]}', /unknown form/],
  [
    'more errors than visits',
    200,
    JSON.stringify({ releases: [aReleasesFigures({ release: STABLE, visits: 10, failed: 11 })] }),
    /cannot be true/,
  ],
  [
    'one release twice',
    200,
    JSON.stringify({ releases: [1, 2].map(() => aReleasesFigures({ release: STABLE })) }),
    /cannot be true/,
  ],
])('refuses %s', async (_what, status, body, reason) => {
  const { read } = await aTracking(status, body);
  await expect(read(QUERY)).rejects.toThrow(reason);
});

it('says that nobody answers', async () => {
  await expect(readFiguresFrom('http://127.0.0.1:9')(QUERY)).rejects.toThrow(/TRACKING_URL/);
});
