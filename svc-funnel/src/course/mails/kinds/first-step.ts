import { DEFAULT_PLAN, findPlan, FIRST_STEP_MAILS, PRODUCT } from '@course/funnel';
import { partsFor, planCourse, reasonsOf, weeksOf } from '@course/funnel/course';
import { arrange } from '@course/funnel/lessons';
import { lessonText } from '../../lessons/render-text.ts';
import { withoutResourceLinks } from '../../lessons/resource-links.ts';
import { action, body, p, subtitle, weeks } from '../blocks.ts';
import { defineMail, ofRequest, required } from '../definition.ts';
import { firstStepFooter } from '../footer.ts';
import { lessonBody, lessonMinutes } from '../parts/lesson-body.ts';
import { counted, greeting } from '../words.ts';

/** The length in days of the plan that the offer recommends. */
const DAYS = findPlan(DEFAULT_PLAN)?.days ?? 0;

/** Lesson 1 as readers get it, with the plan: what a visitor requested on /email. */
export const firstStep = defineMail({
  to: 'reader',
  isWanted: ofRequest(({ confirmedAt }) => confirmedAt !== null),
  data: (delivery, { requestLinks, offerUrl, lessonOf }) => {
    const { name, answers, allowsReminder } = required(delivery.firstStep, 'request');
    const { leaveUrl } = required(requestLinks, 'links');
    const plan = planCourse(answers, DAYS);
    const id = plan.lessons[0]?.id ?? '';
    return {
      name,
      lesson: required(lessonOf(id), `lesson ${id}`),
      parts: partsFor(answers['q20']),
      weeks: weeksOf(plan),
      fromAnswers: reasonsOf(plan).length > 0,
      offerUrl: offerUrl(),
      mayRemind: FIRST_STEP_MAILS.reminderHours > 0 && allowsReminder,
      leaveUrl,
    };
  },
  template: (mail) => {
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
  },
});
