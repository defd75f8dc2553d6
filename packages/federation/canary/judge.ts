import { setTimeout as wait } from 'node:timers/promises';
import type { Canary, Registry } from '../contract/release.ts';
import { sentenceOf } from '../base/failure.ts';
import type { Judgement } from '../registry/judgement.ts';
import type { ReadFigures } from './read-figures.ts';
import { judgeCanary } from './verdict.ts';

/** The actions that a verdict may lead to. Both are refused if the remote has another canary by then. */
export interface CanaryActions {
  abort(remote: string, release: string, why: string): Promise<unknown>;
  promote(remote: string, release: string, why: string): Promise<unknown>;
}

/** The judge's dependencies. */
export interface JudgeOptions {
  readonly readRegistry: () => Promise<Registry>;
  readonly readFigures: ReadFigures;
  readonly act: CanaryActions;
  /** Saves the judgement of a remote's canary, for `list`. */
  readonly save: (remote: string, judgement: Judgement) => Promise<void>;
  readonly log: { info(about: object, text: string): void; warn(about: object, text: string): void };
  readonly now: () => Date;
}

interface RunningCanary {
  readonly remote: string;
  readonly canary: Canary;
  readonly stable: string | undefined;
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** An unchanged judgement is saved again this often, in ms, to show that the judge is running. */
const RENEW_MS = 60_000;

/** Returns a function that judges all canaries once. It never rejects; what prevents a judgement is logged once. */
export const canaryJudge = ({ readRegistry, readFigures, act, save, log, now }: JudgeOptions) => {
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
    await save(remote, judgement);
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
    const [ours, theirs] = await readFigures({ remote, releases: [release, stable], since });
    const { verdict, sentence } = judgeCanary(ours!, theirs!);
    if (verdict === 'worse' || (verdict === 'good' && promote)) {
      await act[verdict === 'worse' ? 'abort' : 'promote'](remote, release, sentence);
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
    const current = await readRegistry().catch((error: unknown) => {
      reportProblem('', undefined, sentenceOf(error));
      return undefined;
    });
    if (!current) return;
    problems.delete('');
    for (const [remote, { channels, releases }] of Object.entries(current.remotes)) {
      const { canary, stable } = channels;
      if (!canary) {
        problems.delete(remote);
        continue;
      }
      if (!releases[canary.release]) {
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
export const judgeUntil = async (
  signal: AbortSignal,
  options: JudgeOptions,
  pause: (signal: AbortSignal) => Promise<void> = (stop) => wait(PAUSE_MS, undefined, { signal: stop, ref: false }),
): Promise<void> => {
  const judgeAll = canaryJudge(options);
  while (!signal.aborted) {
    await judgeAll();
    await pause(signal).catch(() => undefined);
  }
};
