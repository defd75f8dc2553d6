// Made from content/lessons by `npm run catalogue`. Do not edit.
/** @type {import('./outline.mjs').GeneralPlan} */
export const GENERAL_PLAN = {
  version: '3.0e919973',
  weeks: [
    ["Your first useful conversation","Keep data safe","The four parts of a good request"],
    ["Email: you decide, it writes","Pictures from words","Talk first, write later"],
    ["Pick the right tool","One person, one problem","Plan a week that fits"],
    ["A routine that runs, and one that acts","Write for the ear","A CV made of evidence"],
  ],
};
