import { CLOSING_HEADINGS } from './parts.mjs';

/** A passage of this many equal words in a row counts as repeated. */
const PASSAGE_WORDS = 8;
/** The maximum share of three-word groups that two texts may have in common, relative to the shorter one. */
const MAX_SHARED = 0.12;
const GROUP_WORDS = 3;

/** @typedef {{ readonly name: string, readonly words: readonly string[] }} TokenisedText */

/**
 * Returns the words of a text, without punctuation and lines that include pictures.
 * @param {string} text
 * @returns {string[]}
 */
export const wordsOf = (text) =>
  text.replace(/^\{\{Picture: .*$/gm, '').match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? [];

const HEADINGS = new RegExp(`^## (${CLOSING_HEADINGS.join('|')})\\s*$`, 'gm');

/** Links are not compared, because two lessons may link to the same resource. */
const LINKS = /\[[^\]]*\]\([^)]*\)/g;

/**
 * Returns the words of a text in lower case, without links and the closing headings that all lessons share. Each block
 * ends with a full stop, so that no passage spans two blocks.
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
  words.slice(0, Math.max(0, words.length - size + 1)).flatMap((_, index) => {
    const group = words.slice(index, index + size).join(' ');
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
      // Adjacent groups belong to one passage, so each pair of files is reported only once.
      if (other === undefined || other === name || reported.has(`${name} ${other}`)) return [];
      reported.add(`${name} ${other}`);
      return [`${name}: repeats ${other}: "${passage}"`];
    }),
  );
};

/**
 * Returns the number of shared groups per pair of texts. Indexed by group, because most occur in only one text.
 * @param {readonly ReadonlySet<string>[]} texts
 */
const sharedGroups = (texts) => {
  /** @type {Map<string, number[]>} */
  const textsByGroup = new Map();
  texts.forEach((groups, index) =>
    groups.forEach((group) => textsByGroup.set(group, [...(textsByGroup.get(group) ?? []), index])),
  );
  /** @type {Map<string, number>} */
  const shared = new Map();
  for (const found of textsByGroup.values()) {
    for (const [index, text] of found.entries())
      for (const other of found.slice(0, index)) {
        const pair = `${text} ${other}`;
        shared.set(pair, (shared.get(pair) ?? 0) + 1);
      }
  }
  return shared;
};

/** @param {readonly TokenisedText[]} texts */
const nearDuplicates = (texts) => {
  const groups = texts.map(({ words }) => new Set(groupsOf(words, GROUP_WORDS)));
  return [...sharedGroups(groups)].flatMap(([pair, count]) => {
    const [text = 0, other = 0] = pair.split(' ').map(Number);
    const share = count / Math.min(groups[text]?.size ?? 0, groups[other]?.size ?? 0);
    return share > MAX_SHARED
      ? [`${texts[text]?.name}: is too similar to ${texts[other]?.name} (${Math.round(100 * share)}% in common)`]
      : [];
  });
};

/**
 * Returns the passages that two texts share, and the pairs of texts that are too similar.
 * @param {readonly { readonly name: string, readonly text: string }[]} texts
 */
export const sharedPassages = (texts) => {
  const tokenised = texts.map(({ name, text }) => ({ name, words: comparableWords(text) }));
  return [...samePassages(tokenised), ...nearDuplicates(tokenised)];
};
