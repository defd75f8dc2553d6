export { MINUTES_PER_DAY, partsFor } from '../lessons/parts.mjs';
export { CATALOGUE } from './catalogue.mjs';
export { GENERAL_PLAN } from './general-plan.mjs';
export { outlineOf, reasonsOf, weeksOf } from './outline.mjs';
export { PLAN_VERSION, planCourse } from './planner/plan-course.mjs';
export { lessonIdAt, lessonIdsOf, planOfVersion, WEEK_ORDER_VERSION } from './versions/plan-versions.mjs';
export { PLAN_QUESTIONS, profileOf } from './profile.mjs';
export { becauseOf, reasonFor } from './reasons.mjs';
export { AREAS, DAYS_A_WEEK, TARGET_AREAS } from './vocabulary.mjs';
export { WEEK_ORDER_IDS } from './versions/week-order.mjs';

/** @typedef {import('./profile.mjs').Answers} PlanAnswers */
/** @typedef {import('../lessons/parts.mjs').LessonPart} LessonPart */
/** @typedef {import('./outline.mjs').PlanOutline} PlanOutline */
