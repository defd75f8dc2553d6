/** One reason why a build must not be published. */
export interface Refusal {
  /** The file of the build, the address or the screen concerned. */
  readonly where: string;
  /** What is wrong there, as a clause. */
  readonly reason: string;
  /** What the team should do about it, in the imperative. */
  readonly remedy: string;
}

export const sentenceOfRefusal = ({ where, reason, remedy }: Refusal): string => `${where}: ${reason}. ${remedy}`;

/** An error on a page of the build, in the words of the browser or the host. */
export interface PageError {
  readonly kind: 'thrown' | 'logged';
  readonly text: string;
}

const IN_CONSOLE = "Open the screen with remote dev and look at the browser's console.";

/** Error messages of browsers, React and the host, each with its meaning and a remedy. The first match counts. */
const KNOWN: readonly (readonly [RegExp, reason: string, remedy: string])[] = [
  [
    /React error #(418|419|421|422|423|425)|Hydration failed|hydrated but some attributes/,
    'its HTML and its first rendering differ',
    'Render at first what the build renders: dates, random numbers and storage come after hydration.',
  ],
  [
    /valid digest|integrity/i,
    'the browser refuses a file whose hash differs from the one in the build',
    'Build the remote again: npm run build.',
  ],
  [
    /Content Security Policy/i,
    "it requests what the site's policy forbids",
    'Serve it from the build, or have the operator allow its origin (REMOTE_ORIGINS).',
  ],
  [/Failed to load resource|ChunkLoadError/, 'it requests a file that does not load', IN_CONSOLE],
];

const firstLine = (text: string): string => (text.split('\n')[0] ?? '').trim().slice(0, 300);

export const refusalOf = (where: string, { kind, text }: PageError): Refusal => {
  const [, known, remedy] = KNOWN.find(([pattern]) => pattern.test(text)) ?? [];
  const what = known ?? (kind === 'thrown' ? 'it throws an error that nothing catches' : 'it logs an error');
  return { where, reason: `${what} (${firstLine(text)})`, remedy: remedy ?? IN_CONSOLE };
};

const MAX_NAMED = 4;

/** Merges the same refusal of several screens into one. */
export const mergeRefusals = (refusals: readonly Refusal[]): readonly Refusal[] => {
  const groups = new Map<string, { refusal: Refusal; where: Set<string> }>();
  for (const refusal of refusals) {
    const key = `${refusal.reason}\n${refusal.remedy}`;
    const group = groups.get(key) ?? { refusal, where: new Set<string>() };
    group.where.add(refusal.where);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ refusal, where }) => {
    const more = where.size - MAX_NAMED;
    const named = [...where].slice(0, MAX_NAMED).join(', ');
    return { ...refusal, where: more > 0 ? `${named} and ${more} more` : named };
  });
};
