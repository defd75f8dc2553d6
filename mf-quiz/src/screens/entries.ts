// The bodies of entry screens that are not on the way through the quiz: a chunk of their own, named by their pages.

export { Gender } from './gender/gender.tsx';
export { Landing } from './landing/landing.tsx';
