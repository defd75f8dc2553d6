import { CLOSING_HEADINGS } from './parts.mjs';

/** This many equal words in a row are a repetition, not a coincidence. */
const PASSAGE = 8;
/** Of three-word groups that two lessons share, in relation to the smaller one: above it they tell the same. */
const NEAR = 0.12;
const GROUP = 3;

/** @typedef {{ readonly name: string, readonly words: readonly string[] }} Cut */

/**
 * The words of a text, without marks.
 * @param {string} text
 * @returns {string[]}
 */
export const wordsOf = (text) => text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? [];

const HEADINGS = new RegExp(`^## (${CLOSING_HEADINGS.join('|')})\\s*$`, 'gm');

/**
 * Every lesson has the closing headings; a full stop in their place keeps passages from running over them.
 * @param {string} text
 */
const normal = (text) =>
  text
    .replace(HEADINGS, '')
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

/** @param {readonly Cut[]} texts */
const samePassages = (texts) => {
  /** @type {Map<string, string>} */
  const first = new Map();
  const told = new Set();
  return texts.flatMap(({ name, words }) =>
    groupsOf(words, PASSAGE).flatMap((passage) => {
      const other = first.get(passage);
      if (other === undefined) first.set(passage, name);
      // Neighbouring groups belong to one passage: a pair is told once.
      if (other === undefined || other === name || told.has(`${name} ${other}`)) return [];
      told.add(`${name} ${other}`);
      return [`${name}: repeats ${other}: "${passage}"`];
    }),
  );
};

/**
 * How many groups each two texts share, by way of the groups: most occur in one text only.
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

/** @param {readonly Cut[]} texts */
const nearDuplicates = (texts) => {
  const groups = texts.map(({ words }) => new Set(groupsOf(words, GROUP)));
  return [...sharedGroups(groups)].flatMap(([pair, count]) => {
    const [one = 0, other = 0] = pair.split(' ').map(Number);
    const part = count / Math.min(groups[one]?.size ?? 0, groups[other]?.size ?? 0);
    return part > NEAR
      ? [`${texts[one]?.name}: tells much the same as ${texts[other]?.name} (${Math.round(100 * part)}% in common)`]
      : [];
  });
};

/**
 * Passages that two texts share, and texts that tell much the same in nearly the same words.
 * @param {readonly { readonly name: string, readonly text: string }[]} texts
 */
export const sharedPassages = (texts) => {
  const cut = texts.map(({ name, text }) => ({ name, words: normal(text) }));
  return [...samePassages(cut), ...nearDuplicates(cut)];
};
