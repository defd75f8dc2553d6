import { CLAIMS } from './product.ts';
import { defineSteps, type Option, type StepOf } from './step.ts';

const AFRAID: readonly Option[] = [
  { value: 'very-afraid', label: 'Very afraid', icon: '😰' },
  { value: 'somewhat-afraid', label: 'Somewhat afraid', icon: '😟' },
  { value: 'a-little-afraid', label: 'A little afraid', icon: '🙂' },
  { value: 'not-afraid', label: 'Not afraid', icon: '😎' },
];

/**
 * The product's path, in order: routes, progress, forward and back targets, validation, resume position and the
 * drop-off report all derive from it. Values are what is stored; labels may change at any time.
 */
export const STEPS = defineSteps([
  {
    key: 'root', path: '/', kind: 'yes-no', asks: 'start', next: 'q1', back: null, indexable: true,
    title: '28-DAY AI CHALLENGE',
    question: 'HAVE YOU EVER USED AI?',
    options: [
      { value: 'yes', label: 'YES' },
      { value: 'no', label: 'NO' },
    ],
  },
  {
    key: 'home', path: '/home', kind: 'landing', asks: 'start', next: 'q1', back: null, indexable: true,
    title: 'Learn to work with AI in 28 days',
    options: [{ value: 'landing-home', label: 'Start My 2-Minute AI Quiz' }],
  },
  {
    key: 'old001', path: '/old001', kind: 'gender', asks: 'gender', next: 'q1', back: null, indexable: true,
    title: 'AI-DRIVEN INCOME GROWTH CHALLENGE',
    tagline: '1-MINUTE QUIZ',
    options: [
      { value: 'male', label: 'MALE', icon: '👨' },
      { value: 'female', label: 'FEMALE', icon: '👩' },
    ],
  },
  {
    key: 'old002', path: '/old002', kind: 'social-proof', next: 'q2', back: null, indexable: true,
    title: `More than ${CLAIMS.peopleOnSocialProof} people chose the product`,
  },
  {
    key: 'q1', path: '/q1', kind: 'single', asks: 'q1', number: 1, next: 'onboarding', back: 'root',
    title: 'What is your age?',
    hint: 'Your plan is paced to where you are in life.',
    options: [
      { value: '18-24', label: '18-24', icon: '🌱' },
      { value: '25-34', label: '25-34', icon: '🌿' },
      { value: '35-44', label: '35-44', icon: '🌳' },
      { value: '45+', label: '45+', icon: '🏔️' },
    ],
  },
  {
    key: 'onboarding', path: '/onboarding', kind: 'social-proof', next: 'q2', back: 'q1',
    title: `More than ${CLAIMS.peopleOnSocialProof} people chose the product`,
  },
  {
    key: 'q2', path: '/q2', kind: 'single', asks: 'q2', number: 2, next: 'q3', back: 'q1',
    title: 'What is your main goal?',
    options: [
      { value: 'increase-wealth', label: 'Increase my wealth', icon: '💰' },
      { value: 'become-boss', label: 'Become my own boss', icon: '🧭' },
      { value: 'career-change', label: 'Change my career', icon: '🔄' },
      { value: 'skill-improvement', label: 'Improve my skills', icon: '📈' },
      { value: 'future-proof', label: 'Future-proof my work', icon: '🛡️' },
    ],
  },
  {
    key: 'q3', path: '/q3', kind: 'single', asks: 'q3', number: 3, next: 'q4', back: 'q2',
    title: 'How often do you feel overwhelmed by how fast technology changes?',
    options: [
      { value: 'always', label: 'Always', icon: '🌪️' },
      { value: 'often', label: 'Often', icon: '🌧️' },
      { value: 'sometimes', label: 'Sometimes', icon: '⛅' },
      { value: 'not-really', label: 'Not really', icon: '☀️' },
    ],
  },
  {
    key: 'q4', path: '/q4', kind: 'single', asks: 'q4', number: 4, next: 'q5', back: 'q3',
    title: 'How comfortable are you with using AI tools?',
    options: [
      { value: 'very-comfortable', label: 'Very comfortable', icon: '🤩' },
      { value: 'somewhat-comfortable', label: 'Somewhat comfortable', icon: '🙂' },
      { value: 'not-very-comfortable', label: 'Not very comfortable', icon: '😕' },
      { value: 'not-comfortable', label: 'Not comfortable', icon: '😣' },
    ],
  },
  {
    key: 'q5', path: '/q5', kind: 'single', asks: 'q5', number: 5, next: 'reassurance1', back: 'q4',
    title: 'Are you afraid of falling behind because of AI?',
    options: AFRAID,
  },
  {
    key: 'reassurance1', path: '/reassurance1', kind: 'reassurance', next: 'q6', back: 'q5',
    title: "There's nothing to worry about",
  },
  {
    key: 'q6', path: '/q6', kind: 'single', asks: 'q6', number: 6, next: 'q7', back: 'reassurance1',
    title: 'How difficult do you think it is to learn AI?',
    options: [
      { value: 'very-difficult', label: 'Very difficult', icon: '🧗' },
      { value: 'somewhat-difficult', label: 'Somewhat difficult', icon: '🥾' },
      { value: 'not-difficult', label: 'Not difficult', icon: '🚶' },
    ],
  },
  {
    key: 'q7', path: '/q7', kind: 'single', asks: 'q7', number: 7, next: 'q8', back: 'q6',
    title: 'Do you think you need programming to use AI?',
    options: [
      { value: 'definitely', label: 'Definitely', icon: '💻' },
      { value: 'maybe', label: 'Maybe', icon: '🤔' },
      { value: 'no', label: 'No', icon: '🙅' },
    ],
  },
  {
    key: 'q8', path: '/q8', kind: 'single', asks: 'q8', number: 8, next: 'q9', back: 'q7',
    title: 'How would you rate your knowledge of AI?',
    options: [
      { value: 'expert', label: 'Expert', icon: '🏆' },
      { value: 'competent', label: 'Competent', icon: '💪' },
      { value: 'intermediate', label: 'Intermediate', icon: '👍' },
      { value: 'novice', label: 'Novice', icon: '🐣' },
    ],
  },
  {
    key: 'q9', path: '/q9', kind: 'single', asks: 'q9', number: 9, next: 'q10', back: 'q8',
    title: 'How often do you use ChatGPT?',
    options: [
      { value: 'daily', label: 'Daily', icon: '📅' },
      { value: 'weekly', label: 'Weekly', icon: '🗓️' },
      { value: 'rarely', label: 'Rarely', icon: '🌙' },
      { value: 'never', label: 'Never', icon: '🚫' },
    ],
  },
  {
    key: 'q10', path: '/q10', kind: 'multi', asks: 'q10', number: 10, next: 'reassurance2', back: 'q9', exclusive: 'none',
    title: 'Which AI tools have you tried?',
    hint: 'Choose all that apply',
    options: [
      { value: 'midjourney', label: 'Midjourney', icon: '⛵' },
      { value: 'dalle', label: 'DALL·E', icon: '🎨' },
      { value: 'claude', label: 'Claude', icon: '✳️' },
      { value: 'gemini', label: 'Gemini', icon: '♊' },
      { value: 'perplexity', label: 'Perplexity', icon: '🔎' },
      { value: 'copilot', label: 'Copilot', icon: '🧑‍✈️' },
      { value: 'stable-diffusion', label: 'Stable Diffusion', icon: '🖼️' },
      { value: 'runway', label: 'Runway', icon: '🎬' },
      { value: 'elevenlabs', label: 'ElevenLabs', icon: '🎙️' },
      { value: 'none', label: 'None of these', icon: '🌱' },
    ],
  },
  {
    key: 'q11', path: '/q11', kind: 'single', asks: 'q11', number: 11, next: 'reassurance2', back: 'q10',
    title: 'Are you afraid that AI could replace you at work?',
    options: AFRAID,
  },
  {
    key: 'reassurance2', path: '/reassurance2', kind: 'study', next: 'q12', back: 'q10',
    title: `AI raises productivity and creativity by ${CLAIMS.productivity}`,
  },
  {
    key: 'q12', path: '/q12', kind: 'single', asks: 'q12', number: 12, next: 'q13', back: 'reassurance2',
    title: 'What yearly income are you aiming for?',
    options: [
      { value: '50-100k', label: '$50,000 - $100,000', icon: '🥉' },
      { value: '100-300k', label: '$100,000 - $300,000', icon: '🥈' },
      { value: '300k+', label: '$300,000 or more', icon: '🥇' },
    ],
  },
  {
    key: 'q13', path: '/q13', kind: 'single', asks: 'q13', number: 13, next: 'q14', back: 'q12',
    title: 'Did you know that AI skills can raise your income?',
    options: [
      { value: 'yes-knew', label: 'Yes, I knew', icon: '💡' },
      { value: 'suspected', label: 'I suspected it', icon: '🤔' },
      { value: 'no-idea', label: 'I had no idea', icon: '😮' },
    ],
  },
  {
    key: 'q14', path: '/q14', kind: 'single', asks: 'q14', number: 14, next: 'q15', back: 'q13',
    title: 'Are you comfortable learning new things on your own?',
    options: [
      { value: 'yes', label: 'Yes', icon: '👍' },
      { value: 'no', label: 'No', icon: '👎' },
      { value: 'not-sure', label: 'Not sure', icon: '🤷' },
    ],
  },
  {
    key: 'q15', path: '/q15', kind: 'multi', asks: 'q15', number: 15, next: 'q16', back: 'q14',
    title: 'In which areas do you want to use AI?',
    hint: 'Choose all that apply',
    options: [
      { value: 'design', label: 'Design', icon: '🎨' },
      { value: 'development', label: 'Development', icon: '🛠️' },
      { value: 'marketing', label: 'Marketing', icon: '📣' },
      { value: 'writing', label: 'Writing', icon: '✍️' },
      { value: 'business', label: 'Business', icon: '💼' },
    ],
  },
  {
    key: 'q16', path: '/q16', kind: 'single', asks: 'q16', number: 16, next: 'q17', back: 'q15',
    title: 'How ready are you to master AI?',
    options: [
      { value: '100-ready', label: '100% ready', icon: '🚀' },
      { value: 'ready', label: 'Ready', icon: '🙌' },
      { value: 'somewhat-ready', label: 'Somewhat ready', icon: '🙂' },
      { value: 'not-ready', label: 'Not ready', icon: '🐢' },
    ],
  },
  {
    key: 'q17', path: '/q17', kind: 'single', asks: 'q17', number: 17, next: 'profile', back: 'q16',
    title: 'How easy is it for you to stay focused?',
    options: [
      { value: 'very-easy', label: 'Very easy', icon: '🎯' },
      { value: 'easy', label: 'Easy', icon: '👌' },
      { value: 'difficult', label: 'Difficult', icon: '🦋' },
      { value: 'very-difficult', label: 'Very difficult', icon: '🌀' },
    ],
  },
  {
    // Odd, but specified: the profile's arrow leads to /processing.
    key: 'profile', path: '/profile', kind: 'profile', next: 'q19', back: 'processing',
    title: 'Here is your AI Mastery Readiness Profile',
  },
  {
    key: 'q19', path: '/q19', kind: 'multi', asks: 'q19', number: 19, next: 'q20', back: 'profile',
    title: 'What would you like to achieve with your new income?',
    hint: 'Choose all that apply',
    options: [
      { value: 'buy-house', label: 'Buy a house', icon: '🏡' },
      { value: 'travel-world', label: 'Travel the world', icon: '🌍' },
      { value: 'start-business', label: 'Start a business', icon: '🚀' },
      { value: 'financial-freedom', label: 'Achieve financial freedom', icon: '🕊️' },
      { value: 'help-family', label: 'Help my family', icon: '🤗' },
    ],
  },
  {
    key: 'q20', path: '/q20', kind: 'single', asks: 'q20', number: 20, next: 'readiness', back: 'q19',
    title: 'How much time can you spend learning each day?',
    options: [
      { value: '5-min', label: '5 minutes', icon: '☕' },
      { value: '10-min', label: '10 minutes', icon: '🚌' },
      { value: '15-min', label: '15 minutes', icon: '🎧' },
      { value: '20-min', label: '20 minutes', icon: '📚' },
    ],
  },
  {
    key: 'readiness', path: '/readiness', kind: 'readiness', next: 'processing', back: 'q20',
    title: 'Your Personal AI Mastery Challenge',
  },
  {
    key: 'processing', path: '/processing', kind: 'processing', next: 'email', back: null,
    title: 'Creating your personal challenge...',
  },
  {
    key: 'email', path: '/email', kind: 'email', next: 'name', back: 'processing',
    title: 'Enter your email to receive your personalized Challenge',
  },
  { key: 'name', path: '/name', kind: 'name', next: 'scratch', back: 'email', title: 'What is your name?' },
  {
    key: 'scratch', path: '/scratch', kind: 'scratch', next: 'timeline', back: 'name',
    title: 'Scratch & Save on your 28-Day AI Challenge',
  },
  { key: 'timeline', path: '/timeline', kind: 'timeline', next: 'sales002', back: 'name', title: 'Your AI learning plan is ready' },
  { key: 'final', path: '/final', kind: 'final', next: 'sales002', back: null, title: 'Your challenge is ready' },
  {
    key: 'sales', path: '/sales', kind: 'sales', next: 'payment-success', back: null,
    title: '4-week program is enough for you to start your AI journey',
  },
  {
    key: 'sales002', path: '/sales002', kind: 'sales002', next: 'payment-success', back: null,
    title: 'Launch Your AI Career in Just 4 Weeks',
  },
  { key: 'payment-success', path: '/payment-success', kind: 'payment-success', next: null, back: null, title: 'Payment Successful!' },
  { key: 'terms', path: '/terms', kind: 'terms', next: null, back: 'sales002', indexable: true, title: 'Terms of Service' },
  { key: 'privacy', path: '/privacy', kind: 'privacy', next: null, back: 'sales002', indexable: true, title: 'Privacy Policy' },
  { key: 'refund', path: '/refund', kind: 'refund', next: null, back: 'sales002', indexable: true, title: 'Refund Policy' },
  { key: 'subscription', path: '/subscription', kind: 'subscription', next: null, back: 'sales002', indexable: true, title: 'Subscription Policy' },
]);

export type Step = (typeof STEPS)[number];
export type StepKey = Step['key'];
export type StepKind = Step['kind'];
export type StepOfKind<Kind extends StepKind> = Extract<StepOf<StepKey>, { kind: Kind }> & { kind: Kind };
