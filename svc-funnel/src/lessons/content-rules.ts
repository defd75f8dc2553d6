import { CLOSING_HEADINGS } from './headings.ts';
import type { Lesson } from './lesson.ts';
import { parseMarkdown, partsOf, type Part } from './markdown.ts';
import { wordsOf } from './shared-passages.ts';

const WORDS = { least: 300, most: 600 };
const MINUTES = { least: 10, most: 20 };
const TITLE_LETTERS = 50;
const EXERCISE_LETTERS = 140;

const within = ({ least, most }: { least: number; most: number }, value: number): boolean => value >= least && value <= most;

export const checkSize = ({ markdown, minutes, title, exercise }: Lesson): string[] => {
  const words = wordsOf(markdown).length;
  return [
    ...(within(WORDS, words) ? [] : [`has ${words} words instead of ${WORDS.least} to ${WORDS.most}`]),
    ...(within(MINUTES, minutes) ? [] : [`takes ${minutes} minutes instead of ${MINUTES.least} to ${MINUTES.most}`]),
    ...(title.length > TITLE_LETTERS ? [`has a title of ${title.length} letters; ${TITLE_LETTERS} fit`] : []),
    ...(exercise.length > EXERCISE_LETTERS ? [`has an exercise of ${exercise.length} letters; ${EXERCISE_LETTERS} fit`] : []),
  ];
};

export const headingProblems = ({ markdown }: Lesson): string[] => {
  const headings = partsOf(markdown).map(({ heading }) => heading);
  const expected = CLOSING_HEADINGS.join(', ');
  return [
    ...(headings.slice(-CLOSING_HEADINGS.length).join(', ') === expected ? [] : [`does not end with the headings ${expected}`]),
    ...(headings[0] === null ? [] : ['begins with a heading instead of its one idea']),
    ...(headings.length > CLOSING_HEADINGS.length + 1 ? [] : ['has no heading of its own before the prompt']),
    ...(parseMarkdown(markdown).some(({ type, tag }) => type === 'heading_open' && tag !== 'h2') ? ['has a heading that is not ##'] : []),
  ];
};

const items = ({ tokens }: Part, list: string): number => (tokens.some(({ type }) => type === list) ? tokens.filter(({ type, level }) => type === 'list_item_open' && level === 1).length : 0);

/** What the last three parts have to hold. */
export const checkParts = ({ markdown }: Lesson): string[] =>
  partsOf(markdown).flatMap((part) => {
    const [steps, outcomes] = [items(part, 'ordered_list_open'), items(part, 'bullet_list_open')];
    if (part.kind === 'prompt' && !part.tokens.some(({ type }) => type === 'fence')) return ['has no prompt in ``` below "A prompt to try"'];
    if (part.kind === 'exercise' && !within({ least: 3, most: 6 }, steps)) return [`has ${steps} numbered steps below "Your exercise" instead of 3 to 6`];
    if (part.kind === 'done' && !within({ least: 2, most: 4 }, outcomes)) return [`has ${outcomes} outcomes below "Done when" instead of 2 to 4`];
    return [];
  });

const HTML = /<\/?[a-z][a-z0-9-]*(\s[^<>]*)?\/?>|<!--/i;
/** Written by hand, because what the parser refuses is exactly what is looked for. */
const LINK = /!?\[[^\]]*\]\(\s*<?([^)\s>]*)[^)]*\)|^\s{0,3}\[[^\]]+\]:\s*(\S+)/gm;
const AUTOLINK = /<((?:https?|mailto|ftp):[^>]*)>|\bhttps?:\/\/\S+/i;

/** The text without what is quoted for copying: there, anything may stand. */
const prose = (markdown: string): string => markdown.replace(/^(`{3,}).*?^\1`*\s*$/gms, '').replace(/`[^`]*`/g, '');

const linkProblem = (target: string, names: ReadonlySet<string>): string | undefined => {
  if (/^[a-z][a-z0-9+.-]*:/i.test(target) || target.startsWith('//')) return `links to ${target}: links to elsewhere rot`;
  const [file = ''] = target.split('#');
  return names.has(file) ? undefined : `links to ${target}, which is not there`;
};

/** HTML, images and links that lead nowhere. */
export const checkLinks = ({ markdown, title, exercise }: Lesson, names: ReadonlySet<string>): string[] => {
  const text = prose(markdown);
  const targets = [...text.matchAll(LINK)].map(([, inline, reference]) => inline ?? reference ?? '');
  const auto = AUTOLINK.exec(text.replaceAll(LINK, ''))?.[0];
  return [
    ...(HTML.test(`${text}\n${title}\n${exercise}`) ? ['has HTML'] : []),
    ...(/!\[/.test(text) ? ['has an image'] : []),
    ...targets.flatMap((target) => linkProblem(target, names) ?? []),
    ...(auto ? [`links to ${auto}: links to elsewhere rot`] : []),
  ];
};
