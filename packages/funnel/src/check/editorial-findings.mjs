import { parseLessonFile } from '../lessons/lesson-file.mjs';
import { overdueCards } from '../lessons/tool-cards.mjs';

/** @typedef {import('./findings.mjs').Finding} Finding */
/** @typedef {import('../lessons/tool-cards.mjs').CardFile} CardFile */
/** @typedef {import('../lessons/lesson-file.mjs').ContentFile} ContentFile */

const LESSONS = 'content/lessons';

/**
 * Returns the note on unverified facts in a lesson's file; undefined if there is none or the file cannot be read, which
 * `contentProblems` reports.
 * @param {ContentFile} file
 */
const unverifiedIn = (file) => {
  try {
    return parseLessonFile(file).unverified;
  } catch {
    return undefined;
  }
};

/**
 * @param {string} file
 * @param {string | undefined} unverified
 */
const unverifiedFinding = (file, unverified) =>
  unverified === undefined
    ? []
    : [
        {
          what: 'fact not verified',
          found: unverified,
          file: `${LESSONS}/${file}`,
          toDo: 'Check it at its source, correct the text if needed, then delete the field unverified',
        },
      ];

/**
 * Returns what an owner has to look at in lessons and tool cards: facts that have not been verified yet, and cards
 * whose review is overdue.
 * @param {readonly ContentFile[]} files
 * @param {readonly CardFile[]} cards
 * @param {Date} today
 * @returns {Finding[]}
 */
export const editorialFindings = (files, cards, today) => [
  ...overdueCards(cards, today).map(({ file, card }) => ({
    what: 'tool card past its review',
    found: `${card.name}: reviewed ${card.reviewed}, due by ${card.reviewBy}`,
    file: `${LESSONS}/${file}`,
    toDo: 'Compare each line with the tool, then set reviewed to today and review-by to at most 92 days later',
  })),
  ...cards.flatMap(({ file, card }) => unverifiedFinding(file, card.unverified)),
  ...files.flatMap((file) => unverifiedFinding(file.name, unverifiedIn(file))),
];
