import { linesOf, partsOf } from '../lessons/parts.mjs';

/**
 * A prompt of a collection: a heading, when to use it, the prompt in a fenced block, and a list of what to replace.
 * @typedef {object} Prompt
 * @property {string} title
 * @property {string} use When to use it.
 * @property {readonly string[]} blocks Its fenced blocks; exactly one if it is valid.
 * @property {readonly string[]} explained The placeholders that the list explains, with brackets.
 * @property {string} text The whole text.
 */

const EXPLAINED = /^- `(\[[^\]`]+\])` +\S/;

/**
 * Returns the prompts of a collection: the parts of its text that have a heading.
 * @param {string} markdown
 * @returns {Prompt[]}
 */
export const promptsOf = (markdown) =>
  partsOf(markdown).flatMap(({ heading, markdown: text }) => {
    if (heading === null) return [];
    const [, ...lines] = linesOf(text);
    const blocks = text.match(/^```.*?^```$/gms) ?? [];
    const firstCode = lines.findIndex(({ isCode }) => isCode);
    return [
      {
        title: heading,
        use: lines
          .slice(0, firstCode === -1 ? lines.length : firstCode)
          .map((line) => line.text)
          .join(' ')
          .trim(),
        blocks: blocks.map((block) => block.split('\n').slice(1, -1).join('\n')),
        explained: lines.flatMap((line) => (line.isCode ? [] : (EXPLAINED.exec(line.text)?.[1] ?? []))),
        text,
      },
    ];
  });

/** @param {string} text */
const placeholdersIn = (text) => [...new Set(text.match(/\[[^\]\n]+\]/g) ?? [])];

/**
 * Returns what is wrong with a prompt, each problem starting with its title.
 * @param {Prompt} prompt
 */
export const promptProblems = ({ title, use, blocks, explained }) => {
  const [prompt = ''] = blocks;
  const placeholders = placeholdersIn(prompt);
  return [
    ...(blocks.length === 1 ? [] : [`has ${blocks.length} blocks in \`\`\` instead of one`]),
    ...(use === '' ? ['does not say when to use it'] : []),
    ...(placeholders.length === 0 ? ['has no [placeholder]'] : []),
    ...placeholders.filter((name) => !explained.includes(name)).map((name) => `does not say what replaces ${name}`),
    ...explained
      .filter((name) => !placeholders.includes(name))
      .map((name) => `explains ${name}, which it does not have`),
  ].map((problem) => `"${title}" ${problem}`);
};
