import { setTimeout as wait } from 'node:timers/promises';
import { DAY_MS } from '@course/contracts';
import type { Canary } from '../contract/release.ts';
import { readContracts, type ServiceAddresses } from '../compat/read-contracts.ts';
import { sentenceOf } from '../base/failure.ts';
import { writeJudgement, type Judgement } from '../registry/judgement.ts';
import { readRegistry } from '../registry/registry.ts';
import { storeReleases } from '../registry/releases.ts';
import type { ReleaseStore } from '../store/store.ts';
import { readFigures } from './read-figures.ts';
import { judgeCanary } from './verdict.ts';

export interface JudgeOptions {
  readonly store: ReleaseStore;
  /** Where svc-tracking responds. */
  readonly trackingUrl: string;
  /** Promoted releases must fit what these services offer. */
  readonly services: ServiceAddresses;
  readonly log: { info(about: object, text: string): void; warn(about: object, text: string): void };
  readonly now?: () => Date;
}

interface RunningCanary {
  readonly remote: string;
  readonly canary: Canary;
  readonly stable: string | undefined;
}

const WEEK_MS = 7 * DAY_MS;

/** An unchanged judgement is saved again this often, in ms, to show that the judge is running. */
const RENEW_MS = 60_000;

/**
 * Returns a function that judges all canaries of a store once, by svc-tracking's figures. It never rejects; what prevents
 * a judgement is logged once.
 */
export const canaryJudge = ({ store, trackingUrl, services, log, now = () => new Date() }: JudgeOptions) => {
  const releases = storeReleases(store, { now, readContracts: () => readContracts(services) });
  /** The last saved judgement of each remote. */
  const saved = new Map<string, Judgement>();
  /** Why each remote's canary currently cannot be judged. */
  const problems = new Map<string, string>();

  const reportProblem = (remote: string, release: string | undefined, reason: string): void => {
    if (problems.get(remote) === reason) return;
    problems.set(remote, reason);
    log.warn({ remote, release, reason }, 'a canary is not judged');
  };

  const record = async (remote: string, current: Omit<Judgement, 'at'>): Promise<void> => {
    const last = saved.get(remote);
    const isNew = last?.release !== current.release || last.verdict !== current.verdict;
    const at = now();
    if (!isNew && at.getTime() - Date.parse(last.at) < RENEW_MS) return;
    const judgement = { ...current, at: at.toISOString() };
    await writeJudgement(store, remote, judgement);
    saved.set(remote, judgement);
  };

  const judge = async ({ remote, canary, stable }: RunningCanary): Promise<void> => {
    const { release, share, since, promote } = canary;
    if (stable === undefined) {
      await record(remote, {
        release,
        verdict: 'unjudged',
        sentence: 'not judged: there is no stable release beside it',
      });
      return;
    }
    const [ours, theirs] = await readFigures(trackingUrl, { remote, releases: [release, stable], since });
    const { verdict, sentence } = judgeCanary(ours!, theirs!);
    if (verdict === 'worse' || (verdict === 'good' && promote)) {
      const by = { who: 'judge', why: sentence };
      // Either is refused if the remote has another canary by now.
      if (verdict === 'worse') await releases.abort(remote, by, { release });
      else await releases.promote(remote, release, by, { release });
      log.info({ remote, release, verdict, sentence }, 'the judge ended a canary');
      return;
    }
    const isOverdue = verdict === 'undecided' && now().getTime() - Date.parse(since) > WEEK_MS;
    const isAlone = share === 100 && verdict === 'undecided';
    const hint = isOverdue
      ? '; it has run for over a week: promote or abort it yourself'
      : isAlone
        ? '; with a share of 100 there is nothing to compare it with'
        : '';
    await record(remote, { release, verdict, sentence: sentence + hint });
  };

  return async (): Promise<void> => {
    const current = await readRegistry(store).catch((error: unknown) => {
      reportProblem('', undefined, sentenceOf(error));
      return undefined;
    });
    if (!current) return;
    problems.delete('');
    for (const [remote, { channels, releases: rows }] of Object.entries(current.remotes)) {
      const { canary, stable } = channels;
      if (!canary) {
        problems.delete(remote);
        continue;
      }
      if (!rows[canary.release]) {
        reportProblem(remote, canary.release, 'the registry has no such release');
        continue;
      }
      await judge({ remote, canary, stable }).then(
        () => problems.delete(remote),
        async (error: unknown) => {
          const reason = sentenceOf(error);
          reportProblem(remote, canary.release, reason);
          const sentence = `not judged: ${reason}`;
          await record(remote, { release: canary.release, verdict: 'unjudged', sentence }).catch(() => undefined);
        },
      );
    }
  };
};

const PAUSE_MS = 5000;

/** Judges all canaries every few seconds until `signal` is aborted. */
export const judgeUntil = async (signal: AbortSignal, options: JudgeOptions): Promise<void> => {
  const judgeAll = canaryJudge(options);
  while (!signal.aborted) {
    await judgeAll();
    await wait(PAUSE_MS, undefined, { signal, ref: false }).catch(() => undefined);
  }
};
