import type { Refusal } from './refusal.ts';

/** What a page of the build said was wrong, as the browser or the host put it. */
export interface Complaint {
  readonly kind: 'thrown' | 'logged';
  readonly text: string;
}

const IN_CONSOLE = "Open the screen with npm run remote -- dev and look at the browser's console.";

/** Texts by which browsers, React and the host say what happened, with what a team does about it. The first that fits counts. */
const KNOWN: readonly (readonly [RegExp, reason: string, remedy: string])[] = [
  [
    /React error #(418|419|421|422|423|425)|Hydration failed|hydrated but some attributes/,
    'its HTML and its first rendering differ',
    'Render at first what the build renders: dates, random numbers and storage come after hydration.',
  ],
  [
    /valid digest|integrity/i,
    'the browser refuses a file whose hash is another than the build says',
    'Build the remote again: npm run build.',
  ],
  [
    /Content Security Policy/i,
    "it asks for what the site's policy forbids",
    'Serve it from the build, or have the operator allow its origin (REMOTE_ORIGINS).',
  ],
  [/Failed to load resource|ChunkLoadError/, 'it asks for a file that it does not get', IN_CONSOLE],
];

const firstLine = (text: string): string => (text.split('\n')[0] ?? '').trim().slice(0, 300);

export const refusalOf = (where: string, { kind, text }: Complaint): Refusal => {
  const [, known, remedy] = KNOWN.find(([pattern]) => pattern.test(text)) ?? [];
  const what = known ?? (kind === 'thrown' ? 'it throws an error that nothing catches' : 'it logs an error');
  return { where, reason: `${what} (${firstLine(text)})`, remedy: remedy ?? IN_CONSOLE };
};

const NAMED_AT_MOST = 4;

/** The same refusal of several screens, once. */
export const joined = (refusals: readonly Refusal[]): readonly Refusal[] => {
  const places = new Map<string, { refusal: Refusal; where: Set<string> }>();
  for (const refusal of refusals) {
    const key = `${refusal.reason}\n${refusal.remedy}`;
    const known = places.get(key) ?? { refusal, where: new Set<string>() };
    known.where.add(refusal.where);
    places.set(key, known);
  }
  return [...places.values()].map(({ refusal, where }) => {
    const more = where.size - NAMED_AT_MOST;
    const named = [...where].slice(0, NAMED_AT_MOST).join(', ');
    return { ...refusal, where: more > 0 ? `${named} and ${more} more` : named };
  });
};
