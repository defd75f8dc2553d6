// Made from content/lessons by `npm run catalogue`. Do not edit.
/** @type {import('./outline.mjs').GeneralPlan} */
export const GENERAL_PLAN = {
  version: '2.3d7eff11',
  weeks: [
    ["Your first useful conversation","Keep data safe","The four parts of a good request"],
    ["Email: you decide, it writes","Talk first, write later","Pictures from words"],
    ["Cut it into steps","One person, one problem","A prompt library of your own"],
    ["Criticism on demand","Write for the ear","A profile and a project page"],
  ],
};
