import { PRODUCT } from '@course/funnel';
import { arrange } from '@course/funnel/lessons';
import type { FirstStepMail } from '../mail.ts';
import { FirstStepFooter, firstStepFooterText } from '../parts/footer.tsx';
import { Layout } from '../parts/layout.tsx';
import { lessonBody, lessonMinutes } from '../parts/lesson-body.ts';
import { StonePath } from '../parts/stones.tsx';
import { Action, P, Subtitle, Title } from '../parts/text.tsx';
import { Weeks, weekLines } from '../parts/weeks.tsx';
import { themed } from '../theme.ts';
import type { TemplateFor } from '../template.ts';
import { counted, greeting, paragraphs } from '../words.ts';
import { lessonText } from '../../lessons/render-text.ts';
import { withoutResourceLinks } from '../../lessons/resource-links.ts';

const INTRO = 'Here is what you asked for: the whole of lesson 1, with your plan below it.';
const LABEL = 'See the plans';

const above = ({ lesson, parts }: FirstStepMail): string => `Lesson 1 · ${lessonMinutes(lesson, parts)}`;

const planIntro = ({ weeks, fromAnswers }: FirstStepMail): string =>
  `One lesson a day for ${counted(weeks.length, 'week')}${fromAnswers ? ', chosen and ordered by your answers' : ''}. Among them:`;

const ending = ({ mayRemind }: FirstStepMail): string =>
  mayRemind
    ? 'No lesson follows by itself: the course begins when you choose a plan. If you leave a checkout unfinished, we remind you of it once.'
    : 'Nothing follows by itself: the course begins when you choose a plan.';

const FirstStep = (mail: FirstStepMail) => (
  <Layout
    title={mail.lesson.title}
    preheader={`${mail.lesson.exercise} ${lessonMinutes(mail.lesson, mail.parts)}.`}
    aside="Your first step"
    picture={<StonePath walked={1} />}
    footer={<FirstStepFooter leaveUrl={mail.leaveUrl} />}
  >
    <p {...themed('trust', { margin: '0 0 6px', fontSize: 15, lineHeight: '22px', fontWeight: 700 })}>{above(mail)}</p>
    <Title>{mail.lesson.title}</Title>
    <P>{greeting(mail.name)}</P>
    <P>{INTRO}</P>
    <div dangerouslySetInnerHTML={{ __html: withoutResourceLinks(lessonBody(mail.lesson, mail.parts)) }} />
    <Subtitle>Your plan</Subtitle>
    <P>{planIntro(mail)}</P>
    <Weeks weeks={mail.weeks} />
    <P>{ending(mail)}</P>
    <Action href={mail.offerUrl}>{LABEL}</Action>
  </Layout>
);

/** Lesson 1 as a reader gets it, and the plan: what a visitor asked for on /email. */
export const firstStep: TemplateFor<'first_step'> = {
  subject: ({ lesson: { title } }) => `Lesson 1 and your ${PRODUCT.name} plan: ${title}`,
  html: (mail) => <FirstStep {...mail} />,
  text: (mail) =>
    paragraphs(
      above(mail).replace(' · ', ' | '),
      mail.lesson.title.toUpperCase(),
      greeting(mail.name),
      INTRO,
      lessonText(arrange(mail.lesson.markdown, mail.parts), null),
      'YOUR PLAN',
      planIntro(mail),
      weekLines(mail),
      ending(mail),
      `${LABEL}:\n${mail.offerUrl}`,
      firstStepFooterText(mail.leaveUrl),
    ),
};
