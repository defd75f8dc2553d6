import { z } from 'zod';
import { releaseId } from '../contract/release.ts';
import { changeObject, readObject, type ReleaseStore } from '../store/store.ts';

/** `judgements/<remote>.json` of the store: what was last said of the remote's canary, for people. */
const judgement = z.strictObject({
  release: releaseId,
  verdict: z.enum(['good', 'undecided', 'unjudged']),
  sentence: z.string(),
  at: z.iso.datetime(),
});

export type Judgement = z.infer<typeof judgement>;

const keyOf = (remote: string): string => `judgements/${remote}.json`;

export const writeJudgement = async (store: ReleaseStore, remote: string, said: Judgement): Promise<void> =>
  changeObject(store, keyOf(remote), () => Buffer.from(`${JSON.stringify(said)}\n`));

/** As long without a word of the judge, in ms, and it does not run any more. */
const SILENT_MS = 5 * 60_000;

/** Nothing for what is no JSON: nothing but what people read depends on it. */
const parsedJson = (body: Buffer | undefined): unknown => {
  try {
    return body && JSON.parse(body.toString());
  } catch {
    return undefined;
  }
};

/** Says in a sentence what the judge made of a remote's canary. */
export const judgementOf = async (
  store: ReleaseStore,
  remote: string,
  { release, now }: { readonly release: string; readonly now: Date },
): Promise<string> => {
  const found = await readObject(store, keyOf(remote));
  const { data: said } = judgement.safeParse(parsedJson(found?.body));
  if (said?.release !== release) return 'not judged yet: the door judges canaries where TRACKING_URL is set';
  if (now.getTime() - Date.parse(said.at) <= SILENT_MS) return said.sentence;
  return `${said.sentence}; not judged since ${said.at}: is a door running with TRACKING_URL?`;
};
