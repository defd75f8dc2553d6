import { PRODUCT } from '@course/funnel';
import { arrange } from '@course/funnel/lessons';
import { action, body, p, subtitle, weeks } from '../blocks.ts';
import { firstStepFooter } from '../footer.ts';
import { lessonBody, lessonMinutes } from '../parts/lesson-body.ts';
import type { TemplateFor } from '../template.ts';
import { counted, greeting } from '../words.ts';
import { lessonText } from '../../lessons/render-text.ts';
import { withoutResourceLinks } from '../../lessons/resource-links.ts';

/** Lesson 1 as readers get it, with the plan: what a visitor requested on /email. */
export const firstStep: TemplateFor<'first_step'> = (mail) => {
  const { lesson, parts } = mail;
  const minutes = lessonMinutes(lesson, parts);
  return {
    subject: `Lesson 1 and your ${PRODUCT.name} plan: ${lesson.title}`,
    title: lesson.title,
    preheader: `${lesson.exercise} ${minutes}.`,
    aside: 'Your first step',
    above: ['Lesson 1', minutes],
    walked: 1,
    blocks: [
      p(greeting(mail.name)),
      p('Here is what you asked for: the whole of lesson 1, with your plan below it.'),
      body({
        html: withoutResourceLinks(lessonBody(lesson, parts)),
        text: lessonText(arrange(lesson.markdown, parts), null),
      }),
      subtitle('Your plan'),
      p(
        `One lesson a day for ${counted(mail.weeks.length, 'week')}${mail.fromAnswers ? ', chosen and ordered by your answers' : ''}. Among them:`,
      ),
      weeks(mail.weeks),
      p(
        mail.mayRemind
          ? 'No lesson follows by itself: the course begins when you choose a plan. If you leave a checkout unfinished, we remind you of it once.'
          : 'Nothing follows by itself: the course begins when you choose a plan.',
      ),
      action('See the plans', mail.offerUrl),
    ],
    footer: firstStepFooter(mail.leaveUrl),
  };
};
