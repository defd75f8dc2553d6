import { CLOSING_HEADINGS } from './parts.mjs';

/** Equal words in a row from which on a passage counts as repeated. */
const PASSAGE_WORDS = 8;
/** Greatest share of three-word groups that two lessons may have in common, relative to the shorter one. */
const SIMILAR_SHARE = 0.12;
const GROUP_WORDS = 3;

/** @typedef {{ readonly name: string, readonly words: readonly string[] }} TokenisedText */

/**
 * Returns the words of a text, without punctuation and the lines that include pictures.
 * @param {string} text
 * @returns {string[]}
 */
export const wordsOf = (text) =>
  text.replace(/^\{\{Picture: .*$/gm, '').match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? [];

const HEADINGS = new RegExp(`^## (${CLOSING_HEADINGS.join('|')})\\s*$`, 'gm');

/** Two lessons may lead to one resource. */
const LINKS = /\[[^\]]*\]\([^)]*\)/g;

/**
 * Returns the words of a text in lower case, without links and the closing headings that all lessons share. A full stop ends each
 * block, so that no passage crosses it.
 * @param {string} text
 */
const comparableWords = (text) =>
  text
    .replace(HEADINGS, '')
    .replace(LINKS, '')
    .split(/\n#+ |\n\n/)
    .flatMap((block) => [...wordsOf(block.toLowerCase()), '.']);

/**
 * @param {readonly string[]} words
 * @param {number} size
 */
const groupsOf = (words, size) =>
  words.slice(0, Math.max(0, words.length - size + 1)).flatMap((_, at) => {
    const group = words.slice(at, at + size).join(' ');
    return group.includes('.') ? [] : [group];
  });

/** @param {readonly TokenisedText[]} texts */
const samePassages = (texts) => {
  /** @type {Map<string, string>} */
  const first = new Map();
  const reported = new Set();
  return texts.flatMap(({ name, words }) =>
    groupsOf(words, PASSAGE_WORDS).flatMap((passage) => {
      const other = first.get(passage);
      if (other === undefined) first.set(passage, name);
      // Neighbouring groups belong to one passage, so each pair of files is reported once.
      if (other === undefined || other === name || reported.has(`${name} ${other}`)) return [];
      reported.add(`${name} ${other}`);
      return [`${name}: repeats ${other}: "${passage}"`];
    }),
  );
};

/**
 * Returns the number of shared groups for each pair of texts. Compared by group, since most occur in one text only.
 * @param {readonly ReadonlySet<string>[]} texts
 */
const sharedGroups = (texts) => {
  /** @type {Map<string, number[]>} */
  const where = new Map();
  texts.forEach((groups, index) => groups.forEach((group) => where.set(group, [...(where.get(group) ?? []), index])));
  /** @type {Map<string, number>} */
  const shared = new Map();
  for (const places of where.values()) {
    for (const [at, one] of places.entries())
      for (const other of places.slice(0, at)) shared.set(`${one} ${other}`, (shared.get(`${one} ${other}`) ?? 0) + 1);
  }
  return shared;
};

/** @param {readonly TokenisedText[]} texts */
const nearDuplicates = (texts) => {
  const groups = texts.map(({ words }) => new Set(groupsOf(words, GROUP_WORDS)));
  return [...sharedGroups(groups)].flatMap(([pair, count]) => {
    const [one = 0, other = 0] = pair.split(' ').map(Number);
    const share = count / Math.min(groups[one]?.size ?? 0, groups[other]?.size ?? 0);
    return share > SIMILAR_SHARE
      ? [`${texts[one]?.name}: is too similar to ${texts[other]?.name} (${Math.round(100 * share)}% in common)`]
      : [];
  });
};

/**
 * Returns passages that two texts share, and pairs of texts with nearly the same words.
 * @param {readonly { readonly name: string, readonly text: string }[]} texts
 */
export const sharedPassages = (texts) => {
  const tokenised = texts.map(({ name, text }) => ({ name, words: comparableWords(text) }));
  return [...samePassages(tokenised), ...nearDuplicates(tokenised)];
};
