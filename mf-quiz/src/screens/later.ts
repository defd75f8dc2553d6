// The bodies of the kinds that come after the first questions: a chunk of their own, requested after the first answer.

export { MultiChoice } from './multi/multi-choice.tsx';
export { Processing } from './processing/processing.tsx';
export { Profile } from './profile/profile.tsx';
export { Readiness } from './readiness/readiness.tsx';
export { Reassurance } from './reassurance/reassurance.tsx';
export { Study } from './study/study.tsx';
