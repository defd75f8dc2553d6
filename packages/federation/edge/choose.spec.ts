import { BUCKETS } from '@course/contracts';
import { describe, expect, it } from 'vitest';
import { shortRelease, visitValue } from '../contract/visit.ts';
import { chooseReleases, isPreviewActive, isInCanary, type VisitFacts } from './choose.ts';
import { aDescriptor } from '../testing/fixtures.ts';
import type { PageRemote, LiveReleases, ServedRemote } from './live.ts';

const id = (digit: string): string => digit.repeat(20);

const release = (name: string, digit: string, over: Partial<PageRemote> = {}): PageRemote => ({
  name,
  entry: { entry: `/remotes/${name}/${id(digit)}/remoteEntry.js`, version: `${digit}.0.0`, contract: 2 },
  descriptor: aDescriptor({ name }),
  release: id(digit),
  ...over,
});

interface Channels {
  readonly canary?: readonly [digit: string, share: number];
  readonly previews?: Readonly<Record<string, string>>;
  readonly earlier?: readonly string[];
  readonly hasDevBuild?: boolean;
}

/** A remote as an edge serves it: `stable` and the others by the digits of their ids. */
const served = (name: string, stable: string, channels: Channels = {}): ServedRemote => {
  const live = release(name, stable);
  const canary = channels.canary && release(name, channels.canary[0], { channel: 'canary' });
  const kept = [...(channels.earlier ?? []).map((digit) => release(name, digit)), live, ...(canary ? [canary] : [])];
  return {
    name,
    stable: live,
    ...(canary && { canary: { remote: canary, share: channels.canary![1] } }),
    previews: new Map(
      Object.entries(channels.previews ?? {}).map(([preview, digit]) => [
        preview,
        release(name, digit, { channel: 'preview' }),
      ]),
    ),
    kept: new Map(kept.map((remote) => [shortRelease(remote.release!), remote])),
    hasDevBuild: channels.hasDevBuild ?? false,
  };
};

const live = (...all: readonly ServedRemote[]): LiveReleases => ({
  served: all,
  remotes: all.flatMap(({ stable }) => stable ?? []),
});

const visit = (over: Partial<VisitFacts> & { readonly with?: readonly string[] } = {}): VisitFacts => ({
  pinned: (over.with ?? []).map((digit) => shortRelease(id(digit))),
  bucket: undefined,
  preview: undefined,
  ...over,
});

/** Returns the chosen versions, with their channels. */
const chosen = (releases: LiveReleases, facts: VisitFacts): string[] =>
  chooseReleases(releases, facts).remotes.map(({ entry, channel }) => entry.version + (channel ? ` ${channel}` : ''));

/** Returns the first bucket that is, or is not, among a canary's visitors. */
const bucketWhere = (isIn: boolean, digit: string, share: number): number => {
  for (let bucket = 0; bucket < BUCKETS; bucket += 1) if (isInCanary(bucket, id(digit), share) === isIn) return bucket;
  throw new Error('there is none');
};

describe('a visitor', () => {
  const quiz = served('mf-quiz', '2', { canary: ['3', 10], earlier: ['1'], previews: { 'pr-12': '4' } });
  const offer = served('mf-offer', '7', { earlier: ['6'] });
  const site = live(quiz, offer);
  const inside = bucketWhere(true, '3', 10);
  const outside = bucketWhere(false, '3', 10);

  it.each<[string, VisitFacts, string[]]>([
    ['who is new and has no bucket gets stable', visit(), ['2.0.0', '7.0.0']],
    ['of the canary’s share gets the canary', visit({ bucket: inside }), ['3.0.0 canary', '7.0.0']],
    ['outside the canary’s share gets stable', visit({ bucket: outside }), ['2.0.0', '7.0.0']],
    ['keeps what the visit began with', visit({ with: ['1', '6'], bucket: inside }), ['1.0.0', '6.0.0']],
    ['keeps the canary, with its channel', visit({ with: ['3', '7'], bucket: outside }), ['3.0.0 canary', '7.0.0']],
    ['who began before a remote existed gets its stable release', visit({ with: ['1'] }), ['1.0.0', '7.0.0']],
    ['whose release was withdrawn or deleted leaves only that one', visit({ with: ['9', '6'] }), ['2.0.0', '6.0.0']],
    ['cannot keep a release that only links show', visit({ with: ['4', '7'] }), ['2.0.0', '7.0.0']],
    [
      'with a preview’s link sees it next to what the visit began with',
      visit({ with: ['1', '6'], preview: { remote: 'mf-quiz', name: 'pr-12' } }),
      ['4.0.0 preview', '6.0.0'],
    ],
    [
      'whose preview has ended gets what others get',
      visit({ preview: { remote: 'mf-quiz', name: 'pr-11' } }),
      ['2.0.0', '7.0.0'],
    ],
  ])('%s', (_who, facts, versions) => {
    expect(chosen(site, facts)).toEqual(versions);
  });

  it('sees a remote that was never published only by its preview', () => {
    const { name, previews, hasDevBuild } = served('mf-upsell', '8', { previews: { 'pr-12': '8' } });
    const withUpsell = live(quiz, { name, previews, hasDevBuild, kept: new Map() });
    const facts = visit({ preview: { remote: 'mf-upsell', name: 'pr-12' } });
    expect(chosen(withUpsell, facts)).toEqual(['2.0.0', '8.0.0 preview']);
    expect(chooseReleases(withUpsell, facts)).toMatchObject({ visitCookie: visitValue([id('2')]), preview: 'pr-12' });
    expect(isPreviewActive(withUpsell, facts.preview!)).toBe(true);
    expect(chooseReleases(withUpsell, visit())).toEqual(chooseReleases(live(quiz), visit()));
  });

  it('keeps the same set with the cookie that the edge returns', () => {
    const { visitCookie } = chooseReleases(site, visit({ with: ['1', '6'] }));
    expect(visitCookie).toBe(visitValue([id('1'), id('6')]));
    expect(chosen(site, visit({ pinned: visitCookie.split('-') }))).toEqual(['1.0.0', '6.0.0']);
  });

  it('does not keep a preview in its cookie', () => {
    const { visitCookie } = chooseReleases(site, visit({ preview: { remote: 'mf-quiz', name: 'pr-12' } }));
    expect(visitCookie).toBe(visitValue([id('2'), id('7')]));
  });

  it('gets every build in development at once, and keeps none of them', () => {
    const developed = live(served('mf-quiz', '2', { canary: ['3', 100], earlier: ['1'], hasDevBuild: true }), offer);
    const result = chooseReleases(developed, visit({ with: ['1', '6'], bucket: 1 }));
    expect(result.remotes.map(({ entry }) => entry.version)).toEqual(['2.0.0', '6.0.0']);
    expect(result.visitCookie).toBe(visitValue([id('6')]));
  });

  it('gets stable while the canary is unavailable', () => {
    expect(chosen(live(served('mf-quiz', '2'), offer), visit({ with: ['3', '7'], bucket: inside }))).toEqual([
      '2.0.0',
      '7.0.0',
    ]);
  });
});

describe('a chosen set', () => {
  const site = live(served('mf-quiz', '2', { canary: ['3', 100], earlier: ['1'], previews: { a: '4', b: '4' } }));
  const stamp = (facts: VisitFacts): string => chooseReleases(site, facts).stamp;

  it('has a stamp of its own', () => {
    const preview = (name: string) => visit({ preview: { remote: 'mf-quiz', name } });
    const stamps = [visit(), visit({ bucket: 1 }), visit({ with: ['1'] }), preview('a'), preview('b')].map(stamp);
    expect(new Set(stamps).size).toBe(5);
    expect(stamp(visit({ with: ['2'] }))).toBe(stamp(visit()));
  });

  it('has another stamp once its canary is stable, because the page states its channel', () => {
    expect(chooseReleases(live(served('mf-quiz', '3')), visit()).stamp).not.toBe(stamp(visit({ bucket: 1 })));
  });

  it('tells whether newcomers get the same', () => {
    const isCurrent = (facts: VisitFacts): boolean => chooseReleases(site, facts).isCurrent;
    expect([visit(), visit({ bucket: 1 }), visit({ with: ['1'] })].map(isCurrent)).toEqual([true, true, false]);
    expect(isCurrent(visit({ preview: { remote: 'mf-quiz', name: 'a' } }))).toBe(false);
  });
});

describe('the share of a canary', () => {
  const buckets = Array.from({ length: BUCKETS }, (_, bucket) => bucket);
  const visitorsOf = (name: string, share: number): number[] =>
    buckets.filter((bucket) => isInCanary(bucket, name, share));
  const names = Array.from({ length: 20 }, (_, at) => (at * 7919 + 12_345).toString(16).padStart(20, '0'));

  it.each([1, 10, 50])('is %i of 100 visitors for every release, with a small deviation', (share) => {
    for (const name of names) {
      const found = visitorsOf(name, share).length / BUCKETS;
      expect(Math.abs(found - share / 100)).toBeLessThan(Math.max(0.005, share / 1000));
    }
  });

  it('is no visitor at 0 and every visitor at 100', () => {
    expect(visitorsOf(names[0]!, 0)).toHaveLength(0);
    expect(visitorsOf(names[0]!, 100)).toHaveLength(BUCKETS);
  });

  it('grows without taking the release from any visitor', () => {
    const after = new Set(visitorsOf(names[0]!, 25));
    expect(visitorsOf(names[0]!, 10).filter((bucket) => !after.has(bucket))).toEqual([]);
  });

  it('consists of other visitors for the next release', () => {
    const [first, second] = [visitorsOf(names[0]!, 10), new Set(visitorsOf(names[1]!, 10))];
    const both = first.filter((bucket) => second.has(bucket)).length;
    // Of 1,000 each, about 100 coincide by chance.
    expect(both).toBeGreaterThan(40);
    expect(both).toBeLessThan(200);
  });
});

it('a preview stays active while its next build is being copied, and shows what others get', () => {
  const preview = { remote: 'mf-quiz', name: 'pr-12' };
  const awaiting = live({ ...served('mf-quiz', '2'), previews: new Map([['pr-12', undefined]]) });
  expect(isPreviewActive(awaiting, preview)).toBe(true);
  expect(chooseReleases(awaiting, visit({ preview })).preview).toBeUndefined();
  expect(chosen(awaiting, visit({ preview }))).toEqual(['2.0.0']);
  expect(isPreviewActive(awaiting, { ...preview, name: 'pr-13' })).toBe(false);
  expect(isPreviewActive(awaiting, { ...preview, remote: 'mf-offer' })).toBe(false);
});

it('takes less than 20 microseconds per page', () => {
  const site = live(
    ...['mf-legal', 'mf-offer', 'mf-quiz'].map((name, at) =>
      served(name, `${at + 1}`, {
        canary: [`${at + 4}`, 10],
        earlier: ['a', 'b', 'c'].map((digit) => digit),
        previews: { 'pr-12': '9' },
      }),
    ),
  );
  const facts = [
    visit({ bucket: 1 }),
    visit({ with: ['1', '2', '3'], bucket: 7 }),
    visit({ with: ['a', 'b', 'f'], bucket: 9000, preview: { remote: 'mf-quiz', name: 'pr-12' } }),
  ];
  const CALLS = 20_000;
  const round = (): number => {
    const start = performance.now();
    for (let call = 0; call < CALLS; call += 1) chooseReleases(site, facts[call % facts.length]!);
    return ((performance.now() - start) * 1000) / CALLS;
  };
  const microseconds = Array.from({ length: 9 }, round).sort((a, b) => a - b)[4]!;
  process.stdout.write(`choosing the releases of a page: ${microseconds.toFixed(2)} µs\n`);
  expect(microseconds).toBeLessThan(20);
});
