import { parseAll } from '../lessons/problems.mjs';
import { linesOf } from '../lessons/parts.mjs';
import { checkLinks, headingLevelProblems, within } from '../lessons/rules.mjs';
import { sharedPassages, wordsOf } from '../lessons/shared-passages.mjs';
import { promptProblems, promptsOf } from './prompts.mjs';
import { parseResource } from './resource-file.mjs';

/** @typedef {import('./resource-file.mjs').Resource} Resource */
/** @typedef {import('../lessons/lesson-file.mjs').ContentFile} ContentFile */

/** The number of words that fit on one page. */
const PAGE_WORDS = { min: 150, max: 400 };
/** The number of prompts in a collection. */
const PROMPTS = { min: 5, max: 20 };

/** @param {Resource} resource */
const pageProblems = ({ markdown }) => {
  const words = wordsOf(markdown).length;
  return within(PAGE_WORDS, words)
    ? []
    : [`has ${words} words instead of ${PAGE_WORDS.min} to ${PAGE_WORDS.max}, which fit on a page`];
};

/** @param {Resource} resource */
const collectionProblems = ({ markdown }) => {
  const prompts = promptsOf(markdown);
  return [
    ...(within(PROMPTS, prompts.length)
      ? []
      : [`has ${prompts.length} prompts instead of ${PROMPTS.min} to ${PROMPTS.max}`]),
    ...prompts.flatMap(promptProblems),
  ];
};

const VIDEO_LINK = /\]\((https:\/\/[^\s)]+)\)/g;

/**
 * The rules for each kind.
 * @type {Readonly<Record<import('./resource-file.mjs').Kind, (resource: Resource) => string[]>>}
 */
const RULES = {
  'cheat-sheet': pageProblems,
  template: (resource) => [
    ...pageProblems(resource),
    ...(linesOf(resource.markdown).some(({ isCode }) => isCode) ? [] : ['has no block in ``` to copy']),
  ],
  prompts: collectionProblems,
  video: ({ markdown }) =>
    [...markdown.matchAll(VIDEO_LINK)].length === 1
      ? []
      : ['must have one link to its video, which begins with https://'],
};

/**
 * Returns the text whose links are checked, without the link of a video, which is necessarily external.
 * @param {Resource} resource
 */
const linkedText = ({ kind, markdown }) => (kind === 'video' ? markdown.replaceAll(VIDEO_LINK, ']') : markdown);

/** @param {readonly Resource[]} resources */
const repeatedTitles = (resources) => {
  /** @type {Map<string, string>} */
  const first = new Map();
  const titles = resources.flatMap(({ slug, kind, title, markdown }) => [
    { slug, title },
    ...(kind === 'prompts' ? promptsOf(markdown).map((prompt) => ({ slug, title: prompt.title })) : []),
  ]);
  return titles.flatMap(({ slug, title }) => {
    const other = first.get(title.toLowerCase());
    if (other === undefined) first.set(title.toLowerCase(), slug);
    return other === undefined ? [] : [`${slug}.md: repeats a title of ${other}.md: ${title}`];
  });
};

/**
 * Returns the texts that have to differ from each other: pages and individual prompts.
 * @param {Resource} resource
 */
const comparedTexts = ({ slug, kind, markdown }) =>
  kind === 'prompts'
    ? promptsOf(markdown).map(({ title, text }) => ({ name: `${slug}.md "${title}"`, text }))
    : [{ name: `${slug}.md`, text: markdown }];

/**
 * The numbers of resources, to compare them with the claims of the offer.
 * @typedef {object} ResourceCounts
 * @property {number} sheets Cheat sheets and templates.
 * @property {number} prompts Individual prompts.
 * @property {number} videos
 */

/**
 * Returns slugs, counts and everything that is wrong with these files, each problem starting with its file's name.
 * @param {readonly ContentFile[]} files
 */
export function checkResources(files) {
  const { parsed, problems } = parseAll(files, parseResource);
  const slugs = new Set(parsed.map(({ slug }) => slug));
  const targets = { files: /** @type {Set<string>} */ (new Set()), resources: slugs };
  /** @type {ResourceCounts} */
  const counts = {
    sheets: parsed.filter(({ kind }) => kind === 'cheat-sheet' || kind === 'template').length,
    prompts: parsed.flatMap(({ kind, markdown }) => (kind === 'prompts' ? promptsOf(markdown) : [])).length,
    videos: parsed.filter(({ kind }) => kind === 'video').length,
  };
  return {
    slugs,
    counts,
    problems: [
      ...problems,
      ...parsed.flatMap((resource) =>
        [
          ...headingLevelProblems(resource.markdown),
          ...RULES[resource.kind](resource),
          ...checkLinks(linkedText(resource), [resource.title, resource.summary], targets),
        ].map((problem) => `${resource.slug}.md: ${problem}`),
      ),
      ...repeatedTitles(parsed),
      ...sharedPassages(parsed.flatMap(comparedTexts)),
    ].sort(),
  };
}
