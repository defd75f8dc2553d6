import type { ReleaseFigures } from '@course/contracts';
import { describe, expect, it } from 'vitest';
import type { Registry } from '../contract/release.ts';
import { Failure } from '../base/failure.ts';
import { aHome } from '../testing/a-build.ts';
import { judgementOf, writeJudgement, type Judgement } from '../registry/judgement.ts';
import { aReleasesFigures } from '../testing/fixtures.ts';
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

/** A judge whose surroundings are in the test's hands. */
const aJudge = (figures: () => ReleaseFigures[] | Error, registry: () => Registry = aRegistry) => {
  const done: string[] = [];
  const kept: Judgement[] = [];
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
    keep: async (_remote, judgement) => void kept.push(judgement),
    log: { info: () => undefined, warn: (about) => void logged.push((about as { reason: string }).reason) },
    now: () => clock.now,
  };
  return { look: canaryJudge(options), done, kept, logged, clock, refusal };
};

const BAD = [aReleasesFigures({ visits: 380, failed: 41 }), aReleasesFigures({ visits: 3420, failed: 3 })];
const GOOD = [aReleasesFigures({ visits: 6000 }), aReleasesFigures({ visits: 54_000 })];
const FEW = [aReleasesFigures({ visits: 30 }), aReleasesFigures({ visits: 270 })];

describe('the judge', () => {
  it('aborts a canary that is worse, with the figures', async () => {
    const { look, done } = aJudge(() => BAD);
    await look();
    expect(done).toEqual([`abort mf-quiz ${CANARY} because errors in 41 of 380 visits, 3 of 3,420 on stable`]);
  });

  it('promotes a good one where that was asked for, and else says so', async () => {
    const asked = aJudge(
      () => GOOD,
      () => aRegistry({ promote: true }),
    );
    await asked.look();
    expect(asked.done).toEqual([expect.stringMatching(`promote mf-quiz ${CANARY} because no worse than stable`)]);
    const unasked = aJudge(() => GOOD);
    await unasked.look();
    expect(unasked.done).toEqual([]);
    expect(unasked.kept).toMatchObject([{ release: CANARY, verdict: 'good' }]);
  });

  it('leaves an undecided one alone, after a week with a word about it', async () => {
    const { look, done, kept, clock } = aJudge(() => FEW);
    await look();
    clock.now = new Date('2026-11-09T00:00:00.000Z');
    await look();
    expect(done).toEqual([]);
    expect(kept.map(({ sentence }) => sentence)).toEqual([
      'undecided after 30 visits (270 on stable)',
      'undecided after 30 visits (270 on stable); it has run for over a week: promote or abort it yourself',
    ]);
  });

  it('keeps what it says once a minute, and at once when it is something else', async () => {
    let figures: ReleaseFigures[] = FEW;
    const { look, kept, clock } = aJudge(() => figures);
    await look();
    await look();
    expect(kept).toHaveLength(1);
    figures = GOOD;
    await look();
    clock.now = new Date(clock.now.getTime() + 60_000);
    await look();
    expect(kept.map(({ verdict }) => verdict)).toEqual(['undecided', 'good', 'good']);
  });

  it('logs once that the figures are away, does nothing, and goes on when they are there again', async () => {
    let figures: () => ReleaseFigures[] | Error = () => new Failure('svc-tracking does not answer at TRACKING_URL.');
    const { look, done, kept, logged } = aJudge(() => figures());
    await look();
    await look();
    expect([done, logged]).toEqual([[], ['svc-tracking does not answer at TRACKING_URL.']]);
    expect(kept.at(-1)?.sentence).toBe('not judged: svc-tracking does not answer at TRACKING_URL.');
    figures = () => BAD;
    await look();
    expect(done).toHaveLength(1);
  });

  it.each([
    ['whose release vanished', { known: [STABLE] }, 'the registry has no such release'],
    ['that has nothing beside it', { stable: null }, undefined],
  ])('does nothing about a canary %s', async (_what, state, reason) => {
    const { look, done, logged } = aJudge(
      () => BAD,
      () => aRegistry(state),
    );
    await look();
    await look();
    expect([done, logged]).toEqual([[], reason ? [reason] : []]);
  });

  it('survives a registry that cannot be read, and an abort that another door was quicker with', async () => {
    let registry: () => Registry = () => {
      throw new Failure('registry.json is not in the expected form.');
    };
    const { look, done, logged, refusal } = aJudge(
      () => BAD,
      () => registry(),
    );
    await look();
    registry = aRegistry;
    refusal.reason = 'mf-quiz has no canary.';
    await look();
    expect([done, logged]).toEqual([[], ['registry.json is not in the expected form.', 'mf-quiz has no canary.']]);
  });
});

describe('what is said of a canary', () => {
  const now = new Date('2026-11-02T00:01:00.000Z');
  const said: Judgement = {
    release: CANARY,
    verdict: 'undecided',
    sentence: 'undecided after 30 visits (270 on stable)',
    at: '2026-11-02T00:00:00.000Z',
  };

  it('is the last judgement of this very release', async () => {
    const { store } = aHome();
    const ask = (release = CANARY, at = now) => judgementOf(store, 'mf-quiz', { release, now: at });
    expect(await ask()).toMatch(/^not judged yet: .*TRACKING_URL/);
    await writeJudgement(store, 'mf-quiz', said);
    expect(await ask()).toBe(said.sentence);
    expect(await ask('d'.repeat(20))).toMatch(/^not judged yet/);
    expect(await ask(CANARY, new Date('2026-11-02T00:06:00.000Z'))).toMatch(
      /^undecided after 30 visits .*; not judged since 2026-11-02T00:00:00.000Z/,
    );
  });
});
