import { describe, expect, it } from 'vitest';
import type { RemoteState } from '../contract/release.ts';
import { judgementOf, writeJudgement, type Judgement } from '../registry/judgement.ts';
import { readRegistry } from '../registry/registry.ts';
import { storeReleases } from '../registry/releases.ts';
import { changeObject, readObject } from '../store/store.ts';
import { aBuild, emptyLocalReleases, liveIn } from '../testing/a-build.ts';
import { aService } from '../testing/a-service.ts';
import { releaseFigures, signedBuild } from '../testing/fixtures.ts';
import { canaryJudge } from './judge.ts';

const BY = { who: 'pipeline', why: '' };

const BAD = [releaseFigures({ visits: 380, failed: 41 }), releaseFigures({ visits: 3420, failed: 3 })] as const;
const GOOD = [releaseFigures({ visits: 6000 }), releaseFigures({ visits: 54_000 })] as const;
const FEW = [releaseFigures({ visits: 30 }), releaseFigures({ visits: 270 })] as const;
const WHY_BAD = 'errors in 41 of 380 visits, 3 of 3,420 on stable';

/**
 * A store with a canary beside a stable release, and judges for it. The test may change the clock, the figures of the two
 * (undefined: svc-tracking responds with nonsense), and what happens while they are read.
 */
const aCanary = async ({ promote = false } = {}) => {
  const local = emptyLocalReleases();
  const { store } = local;
  const fixture = {
    now: new Date('2026-11-02T00:00:00.000Z'),
    figures: FEW as typeof FEW | undefined,
    meanwhile: async (): Promise<unknown> => undefined,
  };
  const now = () => fixture.now;
  const releases = storeReleases(store, { now });
  const publish = async (version: string, target?: { share: number; promote: boolean }) =>
    releases.publish(await signedBuild(local, aBuild({ version })), BY, target);
  const stable = await publish('1.0.0');
  const { release } = await publish('2.0.0', { share: 10, promote });
  const { url: trackingUrl } = await aService(async () => {
    await fixture.meanwhile();
    const [ours, theirs] = fixture.figures ?? [];
    return ours && theirs
      ? JSON.stringify({
          releases: [
            { ...ours, release },
            { ...theirs, release: stable.release },
          ],
        })
      : 'nonsense';
  });
  const logged: string[] = [];
  const log = {
    info: () => undefined,
    warn: (about: object) => void logged.push((about as { reason: string }).reason),
  };
  return {
    local,
    releases,
    release,
    publish,
    fixture,
    logged,
    aJudge: () => canaryJudge({ store, trackingUrl, services: {}, log, now }),
    saved: async () => JSON.parse((await readObject(store, 'judgements/mf-sample.json'))!.body.toString()) as Judgement,
    /** What the judge did, the latest first. */
    done: async () => (await releases.audit()).filter(({ who }) => who === 'judge'),
    /** Edits the registry's state of the remote, as no action can. */
    damage: (change: (state: RemoteState) => RemoteState) =>
      changeObject(store, 'registry.json', async () => {
        const current = await readRegistry(store);
        return Buffer.from(
          JSON.stringify({ ...current, remotes: { 'mf-sample': change(current.remotes['mf-sample']!) } }),
        );
      }),
  };
};

describe('the judge', () => {
  it('withdraws a bad canary from its visitors once, stating the figures, even if two publishing APIs judge it', async () => {
    const { local, release, fixture, aJudge, done } = await aCanary();
    fixture.figures = BAD;
    await Promise.all([aJudge()(), aJudge()()]);
    const { channels, releases: rows } = (await readRegistry(local.store)).remotes['mf-sample']!;
    expect([channels.canary, rows[release]?.withdrawn]).toEqual([undefined, WHY_BAD]);
    expect((await liveIn(local))?.version).toBe('1.0.0');
    expect(await done()).toMatchObject([{ what: 'abort', why: WHY_BAD, release, channel: 'canary' }]);
  });

  it('makes a good canary stable if requested, and otherwise only reports it', async () => {
    const requested = await aCanary({ promote: true });
    requested.fixture.figures = GOOD;
    await requested.aJudge()();
    expect((await liveIn(requested.local))?.version).toBe('2.0.0');
    expect(await requested.done()).toMatchObject([
      { what: 'promote', release: requested.release, why: expect.stringMatching('no worse than stable') as string },
    ]);
    const unrequested = await aCanary();
    unrequested.fixture.figures = GOOD;
    await unrequested.aJudge()();
    expect(await unrequested.done()).toEqual([]);
    expect(await unrequested.saved()).toMatchObject({ release: unrequested.release, verdict: 'good' });
  });

  it('leaves an undecided one alone, shows that in the list, and adds a hint after a week', async () => {
    const { releases, fixture, aJudge, done } = await aCanary();
    const judged = async () => (await releases.list())[0]?.canary?.judged;
    expect(await judged()).toMatch(/^not judged yet/);
    await aJudge()();
    expect(await judged()).toBe('undecided after 30 visits (270 on stable)');
    fixture.now = new Date('2026-11-09T00:00:01.000Z');
    await aJudge()();
    expect(await judged()).toBe(
      'undecided after 30 visits (270 on stable); it has run for over a week: promote or abort it yourself',
    );
    expect(await done()).toEqual([]);
  });

  it('saves its judgement once a minute, and at once if it has changed', async () => {
    const { fixture, aJudge, saved } = await aCanary();
    const judge = aJudge();
    const savedAt = async (time: string) => {
      fixture.now = new Date(`2026-11-02T${time}.000Z`);
      await judge();
      const { verdict, at } = await saved();
      return [verdict, at.slice(11, 19)];
    };
    expect(await savedAt('00:00:00')).toEqual(['undecided', '00:00:00']);
    expect(await savedAt('00:00:59')).toEqual(['undecided', '00:00:00']);
    fixture.figures = GOOD;
    expect(await savedAt('00:00:59')).toEqual(['good', '00:00:59']);
    expect(await savedAt('00:01:59')).toEqual(['good', '00:01:59']);
  });

  it('logs once that the figures are unavailable, does nothing, and continues when they are back', async () => {
    const { fixture, aJudge, done, saved, logged } = await aCanary();
    const judge = aJudge();
    fixture.figures = undefined;
    await judge();
    await judge();
    expect(logged).toEqual([expect.stringMatching(/^svc-tracking's figures have an unknown format/)]);
    expect((await saved()).sentence).toBe(`not judged: ${logged[0]}`);
    expect(await done()).toEqual([]);
    fixture.figures = BAD;
    await judge();
    expect(await done()).toHaveLength(1);
  });

  it('does nothing about a canary whose release vanished', async () => {
    const { fixture, damage, aJudge, done, logged } = await aCanary();
    fixture.figures = BAD;
    await damage((state) => ({ ...state, releases: {} }));
    const judge = aJudge();
    await judge();
    await judge();
    expect([await done(), logged]).toEqual([[], ['the registry has no such release']]);
  });

  it('does nothing about a canary without a stable release beside it', async () => {
    const { fixture, damage, aJudge, done, saved, logged } = await aCanary();
    fixture.figures = BAD;
    await damage((state) => ({ ...state, channels: { canary: state.channels.canary } }));
    await aJudge()();
    expect([await done(), logged]).toEqual([[], []]);
    expect(await saved()).toMatchObject({
      verdict: 'unjudged',
      sentence: expect.stringMatching(/no stable/) as string,
    });
  });

  it('survives an unreadable registry', async () => {
    const { local, fixture, aJudge, done, logged } = await aCanary();
    fixture.figures = BAD;
    const judge = aJudge();
    const intact = (await readObject(local.store, 'registry.json'))!.body;
    await changeObject(local.store, 'registry.json', () => Buffer.from('{}'));
    await judge();
    expect(logged).toEqual([expect.stringMatching(/^registry\.json is not in the expected form/)]);
    await changeObject(local.store, 'registry.json', () => intact);
    await judge();
    expect(await done()).toHaveLength(1);
  });

  it.each([
    ['abort', BAD, false],
    ['promote', GOOD, true],
  ])('does not %s another canary than the one that it judged', async (_what, figures, promote) => {
    const { local, releases, release, publish, fixture, aJudge, done, logged } = await aCanary({ promote });
    fixture.figures = figures;
    let next = '';
    fixture.meanwhile = async () => {
      await releases.abort('mf-sample', { who: 'operator', why: 'changed my mind' });
      next = (await publish('3.0.0', { share: 10, promote: false })).release;
    };
    await aJudge()();
    expect(logged).toEqual([`mf-sample ${release} is no longer the canary.`]);
    expect(await done()).toEqual([]);
    expect((await readRegistry(local.store)).remotes['mf-sample']?.channels.canary?.release).toBe(next);
  });
});

describe('the judgement of a canary', () => {
  const CANARY = 'c'.repeat(20);
  const now = new Date('2026-11-02T00:01:00.000Z');
  const judgement: Judgement = {
    release: CANARY,
    verdict: 'undecided',
    sentence: 'undecided after 30 visits (270 on stable)',
    at: '2026-11-02T00:00:00.000Z',
  };

  it('is the last one of exactly this release', async () => {
    const { store } = emptyLocalReleases();
    const sentence = (release = CANARY, at = now) => judgementOf(store, 'mf-quiz', { release, now: at });
    expect(await sentence()).toMatch(/^not judged yet: .*TRACKING_URL/);
    await writeJudgement(store, 'mf-quiz', judgement);
    expect(await sentence()).toBe(judgement.sentence);
    expect(await sentence('d'.repeat(20))).toMatch(/^not judged yet/);
    expect(await sentence(CANARY, new Date('2026-11-02T00:06:00.000Z'))).toMatch(
      /^undecided after 30 visits .*; not judged since 2026-11-02T00:00:00.000Z/,
    );
  });
});
