import { CLAIMS, PRODUCT, WITHDRAW_LABEL } from '@course/funnel';

/** The number of questions, or its placeholder while a build prerenders the screens. */
type Total = number | string;

/** Texts and numbers of the quiz that are not in the step table. An owner edits them here. */

export const LANDING_COPY = {
  description: `Take a 2-minute quiz and get a personal plan: ${PRODUCT.challengeDays} days, one email a day, ${PRODUCT.lessonMinutes} minutes each.`,
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
      title: 'Practise daily',
      text: () => `${PRODUCT.lessonMinutes} minutes a day, in your inbox, with something to try at once.`,
    },
  ],
  closing: 'Your path is a few answers away',
} as const;

export const ROOT_COPY = {
  description: `${PRODUCT.challengeDays}-day AI challenge: one short email a day. Find your starting point in 2 minutes.`,
  note: (total: Total): string => `${total} questions, about 2 minutes`,
} as const;

export const GENDER_COPY = {
  description: (total: Total): string => `Answer ${total} quick questions and get a personal AI learning roadmap.`,
  lead: 'Choose to begin',
  consent: 'By choosing MALE or FEMALE you accept our',
  welcome: {
    title: 'Ready to take the quiz to build your AI personal plan?',
    text: (total: Total): string => `Answer ${total} quick questions to create your personalized AI learning roadmap.`,
    button: 'Continue',
  },
} as const;

export const SOCIAL_PROOF_COPY = {
  description: 'People of every age and trade learn to work with AI, one short email a day.',
  lead: 'Different ages, trades and time zones. The same first step as yours.',
  button: 'CONTINUE',
} as const;

export const REASSURANCE_COPY = {
  lead: 'AI does not replace what you are good at. It amplifies your abilities.',
  points: [
    'Your experience tells it what matters',
    'It does the slow parts at your speed',
    'You stay the one who decides',
  ],
  picture: 'A person on a path, with the sun rising behind them and rings of light growing outwards.',
  button: 'CONTINUE',
} as const;

export const STUDY_COPY = {
  source: 'Harvard Business Review study',
  lead: `A Harvard Business Review study shows that people who work with AI raise their productivity and creativity by ${CLAIMS.productivity}.`,
  without: 'Without AI',
  withAi: 'With AI',
  withoutPercent: 100,
  withPercent: 100 + Number.parseInt(CLAIMS.productivity, 10),
  gain: `+${CLAIMS.productivity}`,
  picture: `Two columns: the one with AI stands ${CLAIMS.productivity} higher than the one without.`,
  button: 'CONTINUE',
} as const;

export const PROFILE_COPY = {
  scoreTitle: 'Readiness Score',
  ...CLAIMS.profile,
  scoreLabel: 'Moderate',
  scale: ['LOW', 'INTERMEDIATE', 'HIGH'],
  claim: `Professionals in AI roles in the US earn ${CLAIMS.salary} more.`,
  rows: [
    { label: 'Motivation', value: 'High', icon: 'bolt', tone: 'good' },
    { label: 'Potential', value: 'High', icon: 'sprout', tone: 'good' },
    { label: 'Focus', value: 'Limited', icon: 'target', tone: 'fair' },
    { label: 'AI Knowledge', value: 'Low', icon: 'page', tone: 'low' },
  ],
  salarySource: 'Source:',
  button: 'CONTINUE',
} as const;

/** Replaces PROFILE_COPY on /profile when the owner has results computed from the answers. */
export const MEASURED_COPY = {
  result: 'From your answers',
  unknown: 'Answer the questions, and your result appears here.',
  scoreLabels: { low: 'Beginning', moderate: 'Moderate', high: 'Advanced' },
  rows: [
    { area: 'motivation', label: 'Motivation', icon: 'bolt' },
    { area: 'confidence', label: 'Confidence', icon: 'sprout' },
    { area: 'focus', label: 'Focus', icon: 'target' },
    { area: 'knowledge', label: 'AI Knowledge', icon: 'page' },
  ],
  values: {
    low: { value: 'Low', tone: 'low' },
    moderate: { value: 'Medium', tone: 'fair' },
    high: { value: 'High', tone: 'good' },
  },
  notAnswered: { value: 'No answer', tone: 'fair' },
} as const;

export const READINESS_COPY = {
  /** Followed by the month in which the challenge ends. */
  prediction: 'You are on the way to becoming AI Master by',
  objectivesTitle: 'What you are working towards',
  objectiveDefault: 'Advanced AI Skills',
  chartTitle: 'Your mastery, week by week',
  weeks: [
    { week: 'Week 1', percent: 25, level: 'Beginner' },
    { week: 'Week 2', percent: 60 },
    { week: 'Week 3', percent: 75 },
    { week: 'Week 4', percent: 90, level: 'AI Master' },
  ],
  button: 'CONTINUE',
} as const;

export const PROCESSING_COPY = {
  proof: `${CLAIMS.people} people have chosen the product`,
  pause: 'Pause the stories',
  done: (percent: number) => `${percent} percent done`,
} as const;

/** Label of the switch at the end of every question. It is visible only while it has keyboard focus. */
export const KEYS_COPY = 'Answer with number keys';

export const RESUME_COPY = 'Continue where you left off';

/** For the button that clears everything entered on this device. */
export const START_OVER_COPY = {
  button: 'Start over',
  done: { title: 'Everything is cleared', text: 'Answers, email and name are gone from this device.' },
} as const;

/** The quiz's labels for links to the legal pages. */
export const LEGAL_LINKS = {
  terms: 'Terms of Service',
  privacy: 'Privacy Policy',
  subscription: 'Subscription Policy',
  withdrawal: WITHDRAW_LABEL,
} as const;
