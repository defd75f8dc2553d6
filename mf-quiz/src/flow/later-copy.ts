import { CLAIMS } from '@course/funnel';

// Texts and numbers of the screens in `screens/later.ts`, loaded with them.

export const REASSURANCE_COPY = {
  lead: 'AI does not replace what you are good at. It amplifies your abilities.',
  points: [
    'Your experience tells it what matters',
    'It does the slow parts at your speed',
    'You stay the one who decides',
  ],
  picture: 'A person on a path, with the sun rising behind them and rings of light growing outward.',
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
