import { CLAIMS, PRODUCT } from '@course/funnel';
import type { Total } from './copy.ts';

// Texts and numbers of the screens in `screens/entries.ts`, loaded with them.

export const LANDING_COPY = {
  lead: `One short email a day, ${PRODUCT.lessonMinutes} minutes each. Start with a quick quiz and get a plan made for you.`,
  second: 'Get My Plan Now',
  /** `fromPerDay` is the lowest price per day, such as `$0.53/day`. */
  facts: (fromPerDay: string) => [
    { value: CLAIMS.people, label: 'people have chosen it' },
    { value: CLAIMS.cheatSheets, label: 'cheat sheets and templates' },
    { value: `from ${fromPerDay}`, label: 'paid once, no subscription' },
  ],
  stepsTitle: 'How it works',
  steps: [
    {
      title: 'Take the quiz',
      text: (total: Total): string => `${total} questions about you and what you want. It takes about 2 minutes.`,
    },
    { title: 'See your plan', text: () => 'Your answers become a path with a goal, a pace and a finish line.' },
    {
      title: 'Practice daily',
      text: () => `${PRODUCT.lessonMinutes} minutes a day, in your inbox, with something to try at once.`,
    },
  ],
  closing: 'Your path is a few answers away',
} as const;

export const GENDER_COPY = {
  lead: 'Choose to begin',
  consent: 'By choosing MALE or FEMALE you accept our',
  welcome: {
    title: 'Ready to take the quiz to build your AI personal plan?',
    text: (total: Total): string => `Answer ${total} quick questions to create your personalized AI learning roadmap.`,
    button: 'Continue',
  },
} as const;
