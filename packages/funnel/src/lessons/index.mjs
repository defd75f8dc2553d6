export { lessonFileName, lessonIdIn, numberedLessonId, parseLesson } from './lesson-file.mjs';
export { arrange, partsOf, REVIEW_HEADING } from './parts.mjs';
export { contentProblems, lessonFilesIn, readContent } from './problems.mjs';
export { CARD_PARTS, readToolCards, withToolCards } from './tool-cards.mjs';

/** @typedef {Readonly<import('./lesson-file.mjs').Lesson>} Lesson */
/** @typedef {import('./parts.mjs').PartKind} PartKind */
