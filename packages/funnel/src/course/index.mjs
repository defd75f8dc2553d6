export { CATALOGUE, findLesson } from './catalogue.mjs';
export { GENERAL_PLAN } from './general-plan.mjs';
export { lessonIdAt, lessonIdsOf } from './lessons-of-course.mjs';
export { partsFor } from './minutes.mjs';
export { outlineOf, reasonsOf, weeksOf } from './outline.mjs';
export { PLAN_VERSION, planCourse } from './plan-course.mjs';
export { planOfVersion, WEEK_ORDER_VERSION } from './plan-versions.mjs';
export { PLAN_QUESTIONS, profileOf } from './profile.mjs';
export { becauseOf, reasonFor } from './reasons.mjs';
export { AREAS, TARGET_AREAS } from './vocabulary.mjs';
export { DAYS_A_WEEK, WEEK_ORDER_IDS, weekOrderFor } from './week-order.mjs';

/** @typedef {import('./profile.mjs').Answers} PlanAnswers */
/** @typedef {import('./minutes.mjs').LessonPart} LessonPart */
/** @typedef {import('./outline.mjs').PlanOutline} PlanOutline */
/** @typedef {import('./outline.mjs').ReasonGroup} ReasonGroup */
/** @typedef {import('./plan-course.mjs').CoursePlan} CoursePlan */
