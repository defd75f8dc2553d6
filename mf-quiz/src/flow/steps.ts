import { CLAIMS, type Plain, PRODUCT, type StepBase } from '@course/funnel';
import type { IconName } from '../art/drawings.ts';

export interface Option {
  readonly value: string;
  readonly label: string;
  readonly icon?: IconName;
}

/** A step that stores an answer. */
interface Choice<Key extends string> extends StepBase<Key> {
  /** The key under which the answer is stored, here and on the server. */
  readonly asks: string;
  readonly options: readonly Option[];
}

interface Multi<Key extends string> extends Choice<Key> {
  readonly kind: 'multi';
  readonly hint: string;
  /** Choosing this value clears the others, and vice versa. */
  readonly exclusive?: string;
}

type Row<Key extends string> =
  | (Choice<Key> & { readonly kind: 'landing' })
  | (Choice<Key> & { readonly kind: 'yes-no'; readonly question: string })
  | (Choice<Key> & { readonly kind: 'gender'; readonly tagline: string })
  | (Choice<Key> & { readonly kind: 'single'; readonly hint?: string })
  | Multi<Key>
  | Plain<Key, 'social-proof' | 'reassurance' | 'study' | 'profile' | 'readiness' | 'processing'>;

/** Returns the table unchanged. A wrong key in `next` or `back` does not compile. */
const defineSteps = <const Key extends string>(rows: readonly Row<Key>[]): readonly Row<Key>[] => rows;

const AFRAID: readonly Option[] = [
  { value: 'very-afraid', label: 'Very afraid', icon: 'level-4' },
  { value: 'somewhat-afraid', label: 'Somewhat afraid', icon: 'level-3' },
  { value: 'a-little-afraid', label: 'A little afraid', icon: 'level-2' },
  { value: 'not-afraid', label: 'Not afraid', icon: 'level-1' },
];

/**
 * The quiz's steps, in order. Routes, progress, forward and back targets, validation, resume position and the drop-off
 * report all derive from the tables that live releases declare. Values are stored; labels may change at any time.
 */
export const STEPS = defineSteps([
  {
    key: 'root',
    path: '/',
    kind: 'yes-no',
    asks: 'start',
    next: 'q1',
    back: null,
    indexable: true,
    title: `${PRODUCT.challengeDays}-DAY AI CHALLENGE`,
    question: 'HAVE YOU EVER USED AI?',
    options: [
      { value: 'yes', label: 'YES' },
      { value: 'no', label: 'NO' },
    ],
  },
  {
    key: 'home',
    path: '/home',
    kind: 'landing',
    asks: 'start',
    next: 'q1',
    back: null,
    indexable: true,
    title: `Learn to work with AI in ${PRODUCT.challengeDays} days`,
    options: [{ value: 'landing-home', label: 'Start My 2-Minute AI Quiz' }],
  },
  {
    key: 'old001',
    path: '/old001',
    kind: 'gender',
    asks: 'gender',
    next: 'q1',
    back: null,
    indexable: true,
    title: 'AI-DRIVEN INCOME GROWTH CHALLENGE',
    tagline: '1-MINUTE QUIZ',
    options: [
      { value: 'male', label: 'MALE', icon: 'man' },
      { value: 'female', label: 'FEMALE', icon: 'woman' },
    ],
  },
  {
    key: 'old002',
    path: '/old002',
    kind: 'social-proof',
    next: 'q2',
    back: null,
    indexable: true,
    title: `More than ${CLAIMS.peopleOnSocialProof} people chose the product`,
  },
  {
    key: 'q1',
    path: '/q1',
    kind: 'single',
    asks: 'q1',
    counts: true,
    next: 'onboarding',
    back: 'root',
    title: 'What is your age?',
    hint: 'Your plan is paced to where you are in life.',
    options: [
      { value: '18-24', label: '18-24', icon: 'sun-1' },
      { value: '25-34', label: '25-34', icon: 'sun-2' },
      { value: '35-44', label: '35-44', icon: 'sun-3' },
      { value: '45+', label: '45+', icon: 'sun-4' },
    ],
  },
  {
    key: 'onboarding',
    path: '/onboarding',
    kind: 'social-proof',
    next: 'q2',
    back: 'q1',
    title: `More than ${CLAIMS.peopleOnSocialProof} people chose the product`,
  },
  {
    key: 'q2',
    path: '/q2',
    kind: 'single',
    asks: 'q2',
    counts: true,
    next: 'q3',
    back: 'q1',
    title: 'What is your main goal?',
    options: [
      { value: 'increase-wealth', label: 'Increase my wealth', icon: 'coins-3' },
      { value: 'become-boss', label: 'Become my own boss', icon: 'compass' },
      { value: 'career-change', label: 'Change my career', icon: 'swap' },
      { value: 'skill-improvement', label: 'Improve my skills', icon: 'chart' },
      { value: 'future-proof', label: 'Future-proof my work', icon: 'shield' },
    ],
  },
  {
    key: 'q3',
    path: '/q3',
    kind: 'single',
    asks: 'q3',
    counts: true,
    next: 'q4',
    back: 'q2',
    title: 'How often do you feel overwhelmed by how fast technology changes?',
    options: [
      { value: 'always', label: 'Always', icon: 'level-4' },
      { value: 'often', label: 'Often', icon: 'level-3' },
      { value: 'sometimes', label: 'Sometimes', icon: 'level-2' },
      { value: 'not-really', label: 'Not really', icon: 'level-1' },
    ],
  },
  {
    key: 'q4',
    path: '/q4',
    kind: 'single',
    asks: 'q4',
    counts: true,
    next: 'q5',
    back: 'q3',
    title: 'How comfortable are you with using AI tools?',
    options: [
      { value: 'very-comfortable', label: 'Very comfortable', icon: 'level-4' },
      { value: 'somewhat-comfortable', label: 'Somewhat comfortable', icon: 'level-3' },
      { value: 'not-very-comfortable', label: 'Not very comfortable', icon: 'level-2' },
      { value: 'not-comfortable', label: 'Not comfortable', icon: 'level-1' },
    ],
  },
  {
    key: 'q5',
    path: '/q5',
    kind: 'single',
    asks: 'q5',
    counts: true,
    next: 'reassurance1',
    back: 'q4',
    title: 'Are you afraid of falling behind because of AI?',
    options: AFRAID,
  },
  {
    key: 'reassurance1',
    path: '/reassurance1',
    kind: 'reassurance',
    next: 'q6',
    back: 'q5',
    title: "There's nothing to worry about",
  },
  {
    key: 'q6',
    path: '/q6',
    kind: 'single',
    asks: 'q6',
    counts: true,
    next: 'q7',
    back: 'reassurance1',
    title: 'How difficult do you think it is to learn AI?',
    options: [
      { value: 'very-difficult', label: 'Very difficult', icon: 'level-4' },
      { value: 'somewhat-difficult', label: 'Somewhat difficult', icon: 'level-2' },
      { value: 'not-difficult', label: 'Not difficult', icon: 'level-1' },
    ],
  },
  {
    key: 'q7',
    path: '/q7',
    kind: 'single',
    asks: 'q7',
    counts: true,
    next: 'q8',
    back: 'q6',
    title: 'Do you think you need programming to use AI?',
    options: [
      { value: 'definitely', label: 'Definitely', icon: 'yes' },
      { value: 'maybe', label: 'Maybe', icon: 'maybe' },
      { value: 'no', label: 'No', icon: 'no' },
    ],
  },
  {
    key: 'q8',
    path: '/q8',
    kind: 'single',
    asks: 'q8',
    counts: true,
    next: 'q9',
    back: 'q7',
    title: 'How would you rate your knowledge of AI?',
    options: [
      { value: 'expert', label: 'Expert', icon: 'level-4' },
      { value: 'competent', label: 'Competent', icon: 'level-3' },
      { value: 'intermediate', label: 'Intermediate', icon: 'level-2' },
      { value: 'novice', label: 'Novice', icon: 'level-1' },
    ],
  },
  {
    key: 'q9',
    path: '/q9',
    kind: 'single',
    asks: 'q9',
    counts: true,
    next: 'q10',
    back: 'q8',
    title: 'How often do you use ChatGPT?',
    options: [
      { value: 'daily', label: 'Daily', icon: 'level-4' },
      { value: 'weekly', label: 'Weekly', icon: 'level-3' },
      { value: 'rarely', label: 'Rarely', icon: 'level-2' },
      { value: 'never', label: 'Never', icon: 'level-1' },
    ],
  },
  {
    key: 'q10',
    path: '/q10',
    kind: 'multi',
    asks: 'q10',
    counts: true,
    next: 'reassurance2',
    back: 'q9',
    exclusive: 'none',
    title: 'Which AI tools have you tried?',
    hint: 'Choose all that apply',
    options: [
      { value: 'midjourney', label: 'Midjourney' },
      { value: 'dalle', label: 'DALL·E' },
      { value: 'claude', label: 'Claude' },
      { value: 'gemini', label: 'Gemini' },
      { value: 'perplexity', label: 'Perplexity' },
      { value: 'copilot', label: 'Copilot' },
      { value: 'stable-diffusion', label: 'Stable Diffusion' },
      { value: 'runway', label: 'Runway' },
      { value: 'elevenlabs', label: 'ElevenLabs' },
      { value: 'none', label: 'None of these' },
    ],
  },
  {
    key: 'q11',
    path: '/q11',
    kind: 'single',
    asks: 'q11',
    counts: true,
    next: 'reassurance2',
    back: 'q10',
    title: 'Are you afraid that AI could replace you at work?',
    options: AFRAID,
  },
  {
    key: 'reassurance2',
    path: '/reassurance2',
    kind: 'study',
    next: 'q12',
    back: 'q10',
    title: `AI raises productivity and creativity by ${CLAIMS.productivity}`,
  },
  {
    key: 'q12',
    path: '/q12',
    kind: 'single',
    asks: 'q12',
    counts: true,
    next: 'q13',
    back: 'reassurance2',
    title: 'What yearly income are you aiming for?',
    options: [
      { value: '50-100k', label: '$50,000 - $100,000', icon: 'coins-1' },
      { value: '100-300k', label: '$100,000 - $300,000', icon: 'coins-2' },
      { value: '300k+', label: '$300,000 or more', icon: 'coins-3' },
    ],
  },
  {
    key: 'q13',
    path: '/q13',
    kind: 'single',
    asks: 'q13',
    counts: true,
    next: 'q14',
    back: 'q12',
    title: 'Did you know that AI skills can raise your income?',
    options: [
      { value: 'yes-knew', label: 'Yes, I knew', icon: 'yes' },
      { value: 'suspected', label: 'I suspected it', icon: 'maybe' },
      { value: 'no-idea', label: 'I had no idea', icon: 'no' },
    ],
  },
  {
    key: 'q14',
    path: '/q14',
    kind: 'single',
    asks: 'q14',
    counts: true,
    next: 'q15',
    back: 'q13',
    title: 'Are you comfortable learning new things on your own?',
    options: [
      { value: 'yes', label: 'Yes', icon: 'yes' },
      { value: 'no', label: 'No', icon: 'no' },
      { value: 'not-sure', label: 'Not sure', icon: 'maybe' },
    ],
  },
  {
    key: 'q15',
    path: '/q15',
    kind: 'multi',
    asks: 'q15',
    counts: true,
    next: 'q16',
    back: 'q14',
    title: 'In which areas do you want to use AI?',
    hint: 'Choose all that apply',
    options: [
      { value: 'design', label: 'Design', icon: 'pencil' },
      { value: 'development', label: 'Development', icon: 'code' },
      { value: 'marketing', label: 'Marketing', icon: 'megaphone' },
      { value: 'writing', label: 'Writing', icon: 'page' },
      { value: 'business', label: 'Business', icon: 'briefcase' },
    ],
  },
  {
    key: 'q16',
    path: '/q16',
    kind: 'single',
    asks: 'q16',
    counts: true,
    next: 'q17',
    back: 'q15',
    title: 'How ready are you to master AI?',
    options: [
      { value: '100-ready', label: '100% ready', icon: 'sun-4' },
      { value: 'ready', label: 'Ready', icon: 'sun-3' },
      { value: 'somewhat-ready', label: 'Somewhat ready', icon: 'sun-2' },
      { value: 'not-ready', label: 'Not ready', icon: 'sun-1' },
    ],
  },
  {
    key: 'q17',
    path: '/q17',
    kind: 'single',
    asks: 'q17',
    counts: true,
    next: 'profile',
    back: 'q16',
    title: 'How easy is it for you to stay focused?',
    options: [
      { value: 'very-easy', label: 'Very easy', icon: 'level-4' },
      { value: 'easy', label: 'Easy', icon: 'level-3' },
      { value: 'difficult', label: 'Difficult', icon: 'level-2' },
      { value: 'very-difficult', label: 'Very difficult', icon: 'level-1' },
    ],
  },
  {
    // As specified, although it looks odd: the profile's back arrow leads to /processing.
    key: 'profile',
    path: '/profile',
    kind: 'profile',
    counts: true,
    next: 'q19',
    back: 'processing',
    title: 'Here is your AI Mastery Readiness Profile',
  },
  {
    key: 'q19',
    path: '/q19',
    kind: 'multi',
    asks: 'q19',
    counts: true,
    next: 'q20',
    back: 'profile',
    title: 'What would you like to achieve with your new income?',
    hint: 'Choose all that apply',
    options: [
      { value: 'buy-house', label: 'Buy a house', icon: 'house' },
      { value: 'travel-world', label: 'Travel the world', icon: 'globe' },
      { value: 'start-business', label: 'Start a business', icon: 'shop' },
      { value: 'financial-freedom', label: 'Achieve financial freedom', icon: 'kite' },
      { value: 'help-family', label: 'Help my family', icon: 'heart' },
    ],
  },
  {
    key: 'q20',
    path: '/q20',
    kind: 'single',
    asks: 'q20',
    counts: true,
    next: 'readiness',
    back: 'q19',
    title: 'How much time can you spend learning each day?',
    options: [
      { value: '5-min', label: '5 minutes', icon: 'clock-5' },
      { value: '10-min', label: '10 minutes', icon: 'clock-10' },
      { value: '15-min', label: '15 minutes', icon: 'clock-15' },
      { value: '20-min', label: '20 minutes', icon: 'clock-20' },
    ],
  },
  {
    key: 'readiness',
    path: '/readiness',
    kind: 'readiness',
    next: 'processing',
    back: 'q20',
    title: 'Your Personal AI Mastery Challenge',
  },
  {
    key: 'processing',
    path: '/processing',
    kind: 'processing',
    next: { exit: 'plan' },
    back: null,
    title: 'Creating your personal challenge...',
  },
]);

export type QuizKind = Row<string>['kind'];
export type StepKey = (typeof STEPS)[number]['key'];
export type QuizStep<Kind extends QuizKind = QuizKind> = Row<StepKey> & { readonly kind: Kind };

/** Returns true for the screens on which visitors arrive from outside: of the quiz, only they are indexable. */
export const isEntry = (step: Pick<QuizStep, 'indexable'>): boolean => step.indexable === true;

/** The quiz's entries by name: the paths that other remotes may link to. */
export const ENTRIES = {
  start: '/',
  landing: '/home',
  gender: '/old001',
  'social-proof': '/old002',
  quiz: '/q1',
  'quiz-end': '/processing',
} as const;

/** The entries of other remotes that the quiz links to. */
export const EXITS = ['plan', 'terms', 'privacy', 'subscription', 'company', 'withdrawal'] as const;
