import type { ReleaseFigures } from '@course/contracts';
import { describe, expect, it } from 'vitest';
import type { Registry } from '../contract/release.ts';
import { Failure } from '../base/failure.ts';
import { aHome } from '../testing/a-build.ts';
import { judgementOf, writeJudgement, type Judgement } from '../registry/judgement.ts';
import { releaseFigures } from '../testing/fixtures.ts';
import { canaryJudge, type JudgeOptions } from './judge.ts';

const [CANARY, STABLE] = ['c'.repeat(20), 'a'.repeat(20)];
const SINCE = '2026-11-01T00:00:00.000Z';

const aRegistry = ({ promote = false, known = [CANARY, STABLE], stable = STABLE as string | null } = {}): Registry => {
  const row = { version: '1', contract: 2, folder: 'x', commit: null, at: SINCE, retiredAt: null };
  const canary = { release: CANARY, share: 10, since: SINCE, promote };
  return {
    form: 2,
    remotes: {
      'mf-quiz': {
        channels: { ...(stable && { stable }), canary },
        previous: [],
        releases: Object.fromEntries(known.map((id) => [id, row])),
      },
    },
  };
};

/** A judge whose dependencies the test controls. */
const aJudge = (figures: () => ReleaseFigures[] | Error, registry: () => Registry = aRegistry) => {
  const done: string[] = [];
  const saved: Judgement[] = [];
  const logged: string[] = [];
  const refusal: { reason?: string } = {};
  const clock = { now: new Date('2026-11-02T00:00:00.000Z') };
  const act = (what: string) => async (remote: string, release: string, why: string) => {
    if (refusal.reason) throw new Failure(refusal.reason);
    done.push(`${what} ${remote} ${release} because ${why}`);
  };
  const options: JudgeOptions = {
    readRegistry: async () => registry(),
    readFigures: async () => {
      const found = figures();
      if (found instanceof Error) throw found;
      return found;
    },
    act: { abort: act('abort'), promote: act('promote') },
    save: async (_remote, judgement) => void saved.push(judgement),
    log: { info: () => undefined, warn: (about) => void logged.push((about as { reason: string }).reason) },
    now: () => clock.now,
  };
  return { judge: canaryJudge(options), done, saved, logged, clock, refusal };
};

const BAD = [releaseFigures({ visits: 380, failed: 41 }), releaseFigures({ visits: 3420, failed: 3 })];
const GOOD = [releaseFigures({ visits: 6000 }), releaseFigures({ visits: 54_000 })];
const FEW = [releaseFigures({ visits: 30 }), releaseFigures({ visits: 270 })];

describe('the judge', () => {
  it('aborts a canary that is worse, stating the figures', async () => {
    const { judge, done } = aJudge(() => BAD);
    await judge();
    expect(done).toEqual([`abort mf-quiz ${CANARY} because errors in 41 of 380 visits, 3 of 3,420 on stable`]);
  });

  it('promotes a good one if requested, and otherwise only reports it', async () => {
    const requested = aJudge(
      () => GOOD,
      () => aRegistry({ promote: true }),
    );
    await requested.judge();
    expect(requested.done).toEqual([expect.stringMatching(`promote mf-quiz ${CANARY} because no worse than stable`)]);
    const unrequested = aJudge(() => GOOD);
    await unrequested.judge();
    expect(unrequested.done).toEqual([]);
    expect(unrequested.saved).toMatchObject([{ release: CANARY, verdict: 'good' }]);
  });

  it('leaves an undecided one alone, and adds a hint after a week', async () => {
    const { judge, done, saved, clock } = aJudge(() => FEW);
    await judge();
    clock.now = new Date('2026-11-09T00:00:00.000Z');
    await judge();
    expect(done).toEqual([]);
    expect(saved.map(({ sentence }) => sentence)).toEqual([
      'undecided after 30 visits (270 on stable)',
      'undecided after 30 visits (270 on stable); it has run for over a week: promote or abort it yourself',
    ]);
  });

  it('saves its judgement once a minute, and at once if it has changed', async () => {
    let figures: ReleaseFigures[] = FEW;
    const { judge, saved, clock } = aJudge(() => figures);
    await judge();
    await judge();
    expect(saved).toHaveLength(1);
    figures = GOOD;
    await judge();
    clock.now = new Date(clock.now.getTime() + 60_000);
    await judge();
    expect(saved.map(({ verdict }) => verdict)).toEqual(['undecided', 'good', 'good']);
  });

  it('logs once that the figures are unavailable, does nothing, and continues when they are back', async () => {
    let figures: () => ReleaseFigures[] | Error = () => new Failure('svc-tracking does not respond at TRACKING_URL.');
    const { judge, done, saved, logged } = aJudge(() => figures());
    await judge();
    await judge();
    expect([done, logged]).toEqual([[], ['svc-tracking does not respond at TRACKING_URL.']]);
    expect(saved.at(-1)?.sentence).toBe('not judged: svc-tracking does not respond at TRACKING_URL.');
    figures = () => BAD;
    await judge();
    expect(done).toHaveLength(1);
  });

  it.each([
    ['whose release vanished', { known: [STABLE] }, 'the registry has no such release'],
    ['without a stable release beside it', { stable: null }, undefined],
  ])('does nothing about a canary %s', async (_what, state, reason) => {
    const { judge, done, logged } = aJudge(
      () => BAD,
      () => aRegistry(state),
    );
    await judge();
    await judge();
    expect([done, logged]).toEqual([[], reason ? [reason] : []]);
  });

  it('survives an unreadable registry, and an abort for which another publishing API was faster', async () => {
    let registry: () => Registry = () => {
      throw new Failure('registry.json is not in the expected form.');
    };
    const { judge, done, logged, refusal } = aJudge(
      () => BAD,
      () => registry(),
    );
    await judge();
    registry = aRegistry;
    refusal.reason = 'mf-quiz has no canary.';
    await judge();
    expect([done, logged]).toEqual([[], ['registry.json is not in the expected form.', 'mf-quiz has no canary.']]);
  });
});

describe('the judgement of a canary', () => {
  const now = new Date('2026-11-02T00:01:00.000Z');
  const judgement: Judgement = {
    release: CANARY,
    verdict: 'undecided',
    sentence: 'undecided after 30 visits (270 on stable)',
    at: '2026-11-02T00:00:00.000Z',
  };

  it('is the last one of exactly this release', async () => {
    const { store } = aHome();
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
