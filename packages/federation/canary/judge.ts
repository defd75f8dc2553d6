import { setTimeout as wait } from 'node:timers/promises';
import type { Canary, Registry } from '../contract/release.ts';
import { sentenceOf } from '../base/failure.ts';
import type { Judgement } from '../registry/judgement.ts';
import type { ReadFigures } from './read-figures.ts';
import { judgeCanary } from './verdict.ts';

/** What a verdict may lead to. Either is refused when the remote has another canary by then. */
export interface CanaryActions {
  abort(remote: string, release: string, why: string): Promise<unknown>;
  promote(remote: string, release: string, why: string): Promise<unknown>;
}

/** What the judge needs to know and may do. */
export interface JudgeOptions {
  readonly readRegistry: () => Promise<Registry>;
  readonly readFigures: ReadFigures;
  readonly act: CanaryActions;
  /** Keeps what is said of a remote's canary, for `list`. */
  readonly keep: (remote: string, judgement: Judgement) => Promise<void>;
  readonly log: { info(about: object, text: string): void; warn(about: object, text: string): void };
  readonly now: () => Date;
}

interface RunningCanary {
  readonly remote: string;
  readonly canary: Canary;
  readonly stable: string | undefined;
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** What is kept is renewed this often, in ms, although nothing new is to be said: so one sees that the judge runs. */
const RENEW_MS = 60_000;

/** Returns what looks at all canaries once. It never rejects; what keeps it from judging is logged once. */
export const canaryJudge = ({ readRegistry, readFigures, act, keep, log, now }: JudgeOptions) => {
  /** The last judgement kept of each remote. */
  const kept = new Map<string, Judgement>();
  /** What each remote's canary is not judged for, while it is so. */
  const complaints = new Map<string, string>();

  const complain = (remote: string, release: string | undefined, reason: string): void => {
    if (complaints.get(remote) === reason) return;
    complaints.set(remote, reason);
    log.warn({ remote, release, reason }, 'a canary is not judged');
  };

  const say = async (remote: string, said: Omit<Judgement, 'at'>): Promise<void> => {
    const last = kept.get(remote);
    const isNew = last?.release !== said.release || last.verdict !== said.verdict;
    const at = now();
    if (!isNew && at.getTime() - Date.parse(last.at) < RENEW_MS) return;
    const judgement = { ...said, at: at.toISOString() };
    await keep(remote, judgement);
    kept.set(remote, judgement);
  };

  const judge = async ({ remote, canary, stable }: RunningCanary): Promise<void> => {
    const { release, share, since, promote } = canary;
    if (stable === undefined) {
      await say(remote, { release, verdict: 'unjudged', sentence: 'not judged: there is no stable release beside it' });
      return;
    }
    const [ours, theirs] = await readFigures({ remote, releases: [release, stable], since });
    const { verdict, sentence } = judgeCanary(ours!, theirs!);
    if (verdict === 'worse' || (verdict === 'good' && promote)) {
      await act[verdict === 'worse' ? 'abort' : 'promote'](remote, release, sentence);
      log.info({ remote, release, verdict, sentence }, 'a canary came to its end');
      return;
    }
    const isOverdue = verdict === 'undecided' && now().getTime() - Date.parse(since) > WEEK_MS;
    const isAlone = share === 100 && verdict === 'undecided';
    const hint = isOverdue
      ? '; it has run for over a week: promote or abort it yourself'
      : isAlone
        ? '; with a share of 100 there is nothing to compare it with'
        : '';
    await say(remote, { release, verdict, sentence: sentence + hint });
  };

  return async (): Promise<void> => {
    const current = await readRegistry().catch((error: unknown) => {
      complain('', undefined, sentenceOf(error));
      return undefined;
    });
    if (!current) return;
    complaints.delete('');
    for (const [remote, { channels, releases }] of Object.entries(current.remotes)) {
      const { canary, stable } = channels;
      if (!canary) {
        complaints.delete(remote);
        continue;
      }
      if (!releases[canary.release]) {
        complain(remote, canary.release, 'the registry has no such release');
        continue;
      }
      await judge({ remote, canary, stable }).then(
        () => complaints.delete(remote),
        async (error: unknown) => {
          const reason = sentenceOf(error);
          complain(remote, canary.release, reason);
          const sentence = `not judged: ${reason}`;
          await say(remote, { release: canary.release, verdict: 'unjudged', sentence }).catch(() => undefined);
        },
      );
    }
  };
};

/** Between two looks, in ms. */
const PAUSE_MS = 5000;

/** Looks at all canaries every few seconds until `signal` is aborted. */
export const judgeUntil = async (
  signal: AbortSignal,
  options: JudgeOptions,
  pause: (signal: AbortSignal) => Promise<void> = (stop) => wait(PAUSE_MS, undefined, { signal: stop, ref: false }),
): Promise<void> => {
  const look = canaryJudge(options);
  while (!signal.aborted) {
    await look();
    await pause(signal).catch(() => undefined);
  }
};
