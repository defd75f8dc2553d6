import { describe, expect, it } from 'vitest';
import type { Registry } from '../contract/release.ts';
import {
  requireNoOtherCanary,
  withCanary,
  withoutCanary,
  withoutPreview,
  withPreview,
  withRollback,
  withStable,
} from './channels.ts';
import { expiredIn, rowOf, withRelease } from './registry.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const START = new Date('2026-01-01T00:00:00Z');
const day = (days: number): Date => new Date(START.getTime() + days * DAY_MS);
const NAME = 'mf-sample';
/** Returns a release's id for a number. */
const id = (number: number): string => String(number).repeat(20);

/** Returns a registry in which these releases went live one after the other. */
const published = (...numbers: readonly number[]): Registry =>
  numbers.reduce((current, number) => withStable(known(current, number), NAME, id(number), START), EMPTY);

const EMPTY: Registry = { form: 2, remotes: {} };

const known = (current: Registry, number: number): Registry =>
  withRelease(
    current,
    NAME,
    id(number),
    rowOf({ version: `${number}.0.0`, contract: 2 }, { folder: id(number), commit: null, at: START.toISOString() }),
  );

const state = (current: Registry) => current.remotes[NAME]!;
const row = (current: Registry, number: number) => state(current).releases[id(number)]!;
const canaryOf = (number: number, share = 10) => ({ release: id(number), share, promote: false });

describe('a canary', () => {
  const running = withCanary(known(published(1), 2), NAME, canaryOf(2), day(1));

  it('runs beside stable, and starts over with another share', () => {
    expect(state(running).channels).toEqual({
      stable: id(1),
      canary: { release: id(2), share: 10, since: day(1).toISOString(), promote: false },
    });
    expect(row(running, 2).retiredAt).toBeNull();
    expect(state(withCanary(running, NAME, canaryOf(2, 50), day(2))).channels.canary).toMatchObject({
      share: 50,
      since: day(2).toISOString(),
    });
    expect(withCanary(running, NAME, canaryOf(2), day(2))).toEqual(running);
  });

  it('is stable once it is promoted, and no longer a canary', () => {
    const promoted = withStable(running, NAME, id(2), day(2));
    expect(state(promoted).channels).toEqual({ stable: id(2) });
    expect(state(promoted).previous).toEqual([id(1)]);
  });

  it('is withdrawn when it is aborted, until visitors are given it again', () => {
    const aborted = withoutCanary(running, NAME, { why: 'it hangs', now: day(2) });
    expect(state(aborted).channels).toEqual({ stable: id(1) });
    expect(row(aborted, 2)).toMatchObject({ withdrawn: 'it hangs', retiredAt: day(2).toISOString() });
    expect(row(withCanary(aborted, NAME, canaryOf(2), day(3)), 2).withdrawn).toBeUndefined();
    expect(row(withStable(aborted, NAME, id(2), day(3)), 2).withdrawn).toBeUndefined();
    expect(() => withoutCanary(aborted, NAME, { why: '', now: day(2) })).toThrow(/has no canary/);
  });

  it('continues when stable is rolled back', () => {
    const two = withCanary(known(published(1, 2), 3), NAME, canaryOf(3), day(1));
    const back = withRollback(two, NAME, id(1), { why: '', now: day(2) });
    expect(state(back).channels).toMatchObject({ stable: id(1), canary: { release: id(3) } });
    expect(row(back, 2).withdrawn).toBe('rolled back');
  });

  it('prevents other releases from being published', () => {
    const sentence = /mf-sample 2\.0\.0 is a canary for 10 % of visitors\. End it first: .*promote mf-sample 2\.0\.0/;
    expect(() => requireNoOtherCanary(running, NAME, id(3))).toThrow(sentence);
    expect(() => withCanary(known(running, 3), NAME, canaryOf(3), day(2))).toThrow(sentence);
    expect(() => requireNoOtherCanary(running, NAME, id(2))).not.toThrow();
  });

  it('needs another release to be compared with', () => {
    expect(() => withCanary(known(EMPTY, 1), NAME, canaryOf(1), START)).toThrow(/no live release to compare/);
    expect(() => withCanary(published(1), NAME, canaryOf(1), START)).toThrow(/1\.0\.0 is already live for everybody/);
  });
});

describe('a roll-back', () => {
  const to = (wanted: number) => withRollback(published(1, 2, 3), NAME, id(wanted), { why: 'slow', now: day(1) });

  it('withdraws the releases that it skips, and drops them from the history', () => {
    expect(state(to(2)).previous).toEqual([id(1)]);
    expect([1, 2, 3].map((number) => row(to(2), number).withdrawn)).toEqual([undefined, undefined, 'slow']);
    expect(state(to(1))).toMatchObject({ channels: { stable: id(1) }, previous: [] });
    expect([1, 2, 3].map((number) => row(to(1), number).withdrawn)).toEqual([undefined, 'slow', 'slow']);
  });

  it('to the live release changes nothing', () => {
    const current = published(1, 2);
    expect(withRollback(current, NAME, id(2), { why: '', now: day(1) })).toBe(current);
  });
});

describe('a preview', () => {
  const show = (current: Registry, number: number, preview: string, now = day(1), until = day(8)) =>
    withPreview(known(current, number), NAME, { release: id(number), preview, until }, now);
  const shown = show(published(1), 2, 'pr-12');

  it('points to the release that its name shows', () => {
    expect(state(shown).channels).toEqual({ stable: id(1), preview: [id(2)] });
    expect(row(shown, 2).previews).toEqual([{ name: 'pr-12', until: day(8).toISOString() }]);
  });

  it('is replaced by the next one of its name, and its release retires', () => {
    const next = show(shown, 3, 'pr-12');
    expect(state(next).channels.preview).toEqual([id(3)]);
    expect(row(next, 2)).toMatchObject({ previews: [], retiredAt: day(1).toISOString() });
  });

  it('shares a release with others, and ends alone', () => {
    const both = withPreview(shown, NAME, { release: id(2), preview: 'pr-13', until: day(8) }, day(1));
    expect(state(both).channels.preview).toEqual([id(2)]);
    const left = withoutPreview(both, NAME, 'pr-12', day(2));
    expect(row(left, 2).previews?.map(({ name }) => name)).toEqual(['pr-13']);
    expect(() => withoutPreview(left, NAME, 'pr-12', day(2))).toThrow(/has no preview pr-12/);
  });

  it.each<[string, Registry]>([
    ['of a preview', show(shown, 3, 'pr-13', day(9), day(16))],
    ['of another channel', withStable(known(shown, 3), NAME, id(3), day(9))],
  ])('that has expired is removed with the next change, %s', (_what, next) => {
    expect(state(next).channels.preview ?? []).not.toContain(id(2));
    expect(row(next, 2)).toMatchObject({ previews: [], retiredAt: day(9).toISOString() });
  });

  it('ends when its release is given to visitors', () => {
    for (const next of [withStable(shown, NAME, id(2), day(2)), withCanary(shown, NAME, canaryOf(2), day(2))]) {
      expect(state(next).channels.preview).toEqual([]);
      expect(row(next, 2).previews).toBeUndefined();
    }
  });

  it('is refused for a build that has 50 others, but may replace one of them', () => {
    const full = Array.from({ length: 49 }, (_, at) => `pr-${at + 100}`).reduce(
      (current, preview) => withPreview(current, NAME, { release: id(2), preview, until: day(8) }, day(1)),
      shown,
    );
    const next = (preview: string) => withPreview(full, NAME, { release: id(2), preview, until: day(9) }, day(1));
    expect(() => next('pr-13')).toThrow('This build has 50 previews already. End some of them first.');
    expect(row(next('pr-12'), 2).previews).toHaveLength(50);
  });

  it('is refused for a release that visitors already have', () => {
    expect(() => show(shown, 1, 'pr-14')).toThrow(/1\.0\.0 is already given to visitors/);
  });
});

it('a release that a channel points to never expires', () => {
  const canary = withCanary(known(published(1), 2), NAME, canaryOf(2), day(0));
  const all = withPreview(known(canary, 3), NAME, { release: id(3), preview: 'pr-12', until: day(401) }, day(0));
  expect(expiredIn(all, NAME, day(400))).toEqual([]);
  const ended = withoutPreview(withoutCanary(all, NAME, { why: '', now: day(1) }), NAME, 'pr-12', day(1));
  expect(expiredIn(ended, NAME, day(30))).toEqual([]);
  expect(expiredIn(ended, NAME, day(32)).map(([name]) => name)).toEqual([id(2), id(3)]);
});
