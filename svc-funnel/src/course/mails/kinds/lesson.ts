import { POLICY } from '@course/funnel';
import { DAYS_A_WEEK, lessonIdAt } from '@course/funnel/course';
import { arrange } from '@course/funnel/lessons';
import { placedLesson, reviewOf } from '../../lessons/placed-lesson.ts';
import { lessonText } from '../../lessons/render-text.ts';
import { withResourceLinks } from '../../lessons/resource-links.ts';
import { lessonUrl, resourceUrl, scheduleUrl } from '../../links/links.ts';
import { action, body, link, p, small, space } from '../blocks.ts';
import { courseLinksIn, defineMail, isPaid, type MailContext, planIn, readerIn, required } from '../definition.ts';
import type { LoadedDelivery } from '../loaded-delivery.ts';
import { readerFooter } from '../footer.ts';
import { ComposeError } from '../mail-error.ts';
import { lessonBody, lessonMinutes, mailHtml } from '../parts/lesson-body.ts';
import { dayIn, greeting } from '../words.ts';

const dataOf = (delivery: LoadedDelivery, context: MailContext) => {
  const plan = planIn(delivery);
  const place = required(delivery.place, 'place');
  const placed = placedLesson(plan, place, context.lessonOf);
  if (!placed) throw new ComposeError(`lesson ${lessonIdAt(plan, place)} unreadable`);
  return {
    ...readerIn(delivery, context),
    ...placed,
    /** Place in the reader's own order, 1 to `days`. */
    place,
    days: required(delivery.days, 'course'),
    /** Null when none is planned. */
    nextLessonAt: delivery.nextDueAt,
    links: courseLinksIn(context),
  };
};

type LessonMail = ReturnType<typeof dataOf>;

/** Such as `Week 2`, `Design`, `15 minutes`. */
const above = ({ place, lesson, lesson: { area }, parts }: LessonMail): string[] => [
  `Week ${Math.ceil(place / DAYS_A_WEEK)}`,
  ...(area === 'general' ? [] : [area.replace(/^./, (first) => first.toUpperCase())]),
  lessonMinutes(lesson, parts),
];

const reasonLine = ({ because }: LessonMail): string | null => because && `In your plan ${because}.`;

/** Tells readers who have five or ten minutes a day where the five-minute version is. */
const hint = ({ parts }: LessonMail): string | null => {
  const at = parts.indexOf('short');
  if (at === 0) return 'The five-minute version comes first; the whole lesson is below it, for a day with more time.';
  return at > 0 ? 'Only five minutes today? There is a short version at the end.' : null;
};

/** Returns the closing words: the end of the course or the week, and when the next lesson comes. */
const ending = ({ place, days, nextLessonAt, timeZone }: LessonMail): string | null => {
  if (place === days)
    return `That was the last lesson. You have walked the whole path, and what you made along the way is yours. Every lesson stays readable on your course page for another ${POLICY.missedContentDays} days.`;
  const week = place % DAYS_A_WEEK === 0 ? 'That was the last lesson of this week.' : '';
  const next = nextLessonAt ? `Your next lesson comes on ${dayIn(nextLessonAt, timeZone)}.` : '';
  return [week, next].filter(Boolean).join(' ') || null;
};

const optionalParagraph = (words: string | null) => (words ? p(words) : null);

/** Returns the lesson itself, which is the same for all readers except for the token in its links. */
const lessonBlock = ({ lesson, parts, week, links }: LessonMail) => {
  const resources = (slug: string): string => resourceUrl(links.courseUrl, slug);
  const review = week.length > 0 ? reviewOf(week) : '';
  return body({
    html: withResourceLinks(lessonBody(lesson, parts) + (review && mailHtml(review)), resources),
    text: lessonText([arrange(lesson.markdown, parts), review].filter(Boolean).join('\n\n'), resources),
  });
};

export const lesson = defineMail({
  to: 'reader',
  links: {},
  hasOneClick: true,
  isWanted: (subject) => isPaid(subject) && (subject.courseStatus === 'active' || subject.courseStatus === 'finished'),
  task: 'send-lesson',
  data: dataOf,
  template: (mail) => {
    const { place, days, links } = mail;
    const { title, exercise } = mail.lesson;
    return {
      subject: `Lesson ${place}: ${title}`,
      title,
      preheader: `${exercise} ${lessonMinutes(mail.lesson, mail.parts)}.`,
      aside: `Lesson ${place} of ${days}`,
      above: above(mail),
      walked: ((place - 1) % DAYS_A_WEEK) + 1,
      blocks: [
        p(greeting(mail.name)),
        optionalParagraph(reasonLine(mail)),
        optionalParagraph(hint(mail)),
        lessonBlock(mail),
        space(24),
        optionalParagraph(ending(mail)),
        action('Done? Mark it on your course page', lessonUrl(links.courseUrl, place)),
        // After the last lesson there is no schedule left to change.
        place < days
          ? small(link('Change the hour, leave out weekends, or pause', scheduleUrl(links.courseUrl)))
          : null,
      ],
      footer: readerFooter(mail),
    };
  },
});
