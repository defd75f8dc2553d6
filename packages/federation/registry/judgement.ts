import { z } from 'zod';
import { releaseId } from '../contract/release.ts';
import { changeObject, readObject, type ReleaseStore } from '../store/store.ts';

/** `judgements/<remote>.json` of the store: the latest judgement of the remote's canary, for people. */
const judgement = z.strictObject({
  release: releaseId,
  verdict: z.enum(['good', 'undecided', 'unjudged']),
  sentence: z.string(),
  at: z.iso.datetime(),
});

export type Judgement = z.infer<typeof judgement>;

const keyOf = (remote: string): string => `judgements/${remote}.json`;

export const writeJudgement = async (store: ReleaseStore, remote: string, current: Judgement): Promise<void> =>
  changeObject(store, keyOf(remote), () => Buffer.from(`${JSON.stringify(current)}\n`));

/** Without a judgement for this long, in ms, the judge is not running any more. */
const SILENT_MS = 5 * 60_000;

/** Returns undefined for invalid JSON: the judgement is only for people to read. */
const parsedJson = (body: Buffer | undefined): unknown => {
  try {
    return body && JSON.parse(body.toString());
  } catch {
    return undefined;
  }
};

/** Returns the judgement of a remote's canary, in a sentence. */
export const judgementOf = async (
  store: ReleaseStore,
  remote: string,
  { release, now }: { readonly release: string; readonly now: Date },
): Promise<string> => {
  const found = await readObject(store, keyOf(remote));
  const { data: last } = judgement.safeParse(parsedJson(found?.body));
  if (last?.release !== release) return 'not judged yet: the publishing API judges canaries where TRACKING_URL is set';
  if (now.getTime() - Date.parse(last.at) <= SILENT_MS) return last.sentence;
  return `${last.sentence}; not judged since ${last.at}: is a publishing API running with TRACKING_URL?`;
};
