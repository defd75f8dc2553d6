import { DAYS_A_WEEK, POLICY } from '@course/funnel';
import { arrange } from '@course/funnel/lessons';
import type { LessonMail } from '../mail.ts';
import { ReaderFooter, readerFooterText } from '../parts/footer.tsx';
import { lessonBody, lessonMinutes, mailHtml } from '../parts/lesson-body.ts';
import { Layout, Small } from '../parts/layout.tsx';
import { StonePath } from '../parts/stones.tsx';
import { Action, P, QuietLink, Title } from '../parts/text.tsx';
import { themed } from '../theme.ts';
import type { TemplateFor } from '../template.ts';
import { dayIn, greeting, paragraphs } from '../words.ts';
import { reviewOf } from '../../lessons/placed-lesson.ts';
import { lessonText } from '../../lessons/render-text.ts';
import { resourceUrl, withResourceLinks } from '../../lessons/resource-links.ts';
import { lessonUrl, scheduleUrl } from '../../links/links.ts';

const progress = ({ place, days }: LessonMail): string => `Lesson ${place} of ${days}`;

/** Such as `Week 2 · Design · 15 minutes`. */
const above = ({ place, lesson, lesson: { area }, parts }: LessonMail): string =>
  [
    `Week ${Math.ceil(place / DAYS_A_WEEK)}`,
    ...(area === 'general' ? [] : [area.replace(/^./, (first) => first.toUpperCase())]),
    lessonMinutes(lesson, parts),
  ].join(' · ');

const why = ({ because }: LessonMail): string | null => because && `In your plan ${because}.`;

/** For readers who said that they have five or ten minutes: where the five-minute version is. */
const hint = ({ parts }: LessonMail): string | null => {
  const at = parts.indexOf('short');
  if (at === 0) return 'The five-minute version comes first; the whole lesson is below it, for a day with more time.';
  return at > 0 ? 'Only five minutes today? There is a short version at the end.' : null;
};

/** What a reader hears after the work is done: the last lesson ends the course, the last of a week the week. */
const ending = ({ place, days, nextLessonAt, timeZone }: LessonMail): string | null => {
  if (place === days)
    return `That was the last lesson. You have walked the whole path, and what you made along the way is yours. Every lesson stays readable on your course page for another ${POLICY.missedContentDays} days.`;
  const week = place % DAYS_A_WEEK === 0 ? 'That was the last lesson of this week.' : '';
  const next = nextLessonAt ? `Your next lesson comes on ${dayIn(nextLessonAt, timeZone)}.` : '';
  return [week, next].filter(Boolean).join(' ') || null;
};

const SCHEDULE = 'Change the hour, leave out weekends, or pause';

/** Null in the last lesson: there is nothing left to change. */
const scheduleOf = ({ place, days, links }: LessonMail): string | null =>
  place < days ? scheduleUrl(links.courseUrl) : null;
const DONE = 'Done? Mark it on your course page';

/** The body is the same for all readers but for the secret in its links. */
const bodyOf = ({ lesson, parts, week, links }: LessonMail): string =>
  withResourceLinks(
    lessonBody(lesson, parts) + (week.length > 0 ? mailHtml(reviewOf(week)) : ''),
    resourceUrl(links.courseUrl),
  );

const textOf = ({ lesson, parts, week }: LessonMail): string =>
  [arrange(lesson.markdown, parts), ...(week.length > 0 ? [reviewOf(week)] : [])].join('\n\n');

const Lesson = (mail: LessonMail) => {
  const schedule = scheduleOf(mail);
  return (
    <Layout
      title={mail.lesson.title}
      preheader={`${mail.lesson.exercise} ${lessonMinutes(mail.lesson, mail.parts)}.`}
      aside={progress(mail)}
      picture={<StonePath walked={((mail.place - 1) % DAYS_A_WEEK) + 1} />}
      footer={<ReaderFooter withdrawalUrl={mail.withdrawalUrl} links={mail.links} />}
    >
      <p {...themed('trust', { margin: '0 0 6px', fontSize: 15, lineHeight: '22px', fontWeight: 700 })}>
        {above(mail)}
      </p>
      <Title>{mail.lesson.title}</Title>
      <P>{greeting(mail.name)}</P>
      {why(mail) && <P>{why(mail)}</P>}
      {hint(mail) && <P>{hint(mail)}</P>}
      <div dangerouslySetInnerHTML={{ __html: bodyOf(mail) }} />
      <div style={{ height: 24, lineHeight: '24px', fontSize: 0 }}>&nbsp;</div>
      {ending(mail) && <P>{ending(mail)}</P>}
      <Action href={lessonUrl(mail.links.courseUrl, mail.place)}>{DONE}</Action>
      {schedule && (
        <Small>
          <QuietLink href={schedule}>{SCHEDULE}</QuietLink>
        </Small>
      )}
    </Layout>
  );
};

export const lesson: TemplateFor<'lesson'> = {
  subject: ({ lesson: { title }, place }) => `Lesson ${place}: ${title}`,
  html: (mail) => <Lesson {...mail} />,
  text: (mail) =>
    paragraphs(
      `${progress(mail)} | ${above(mail).replaceAll(' · ', ' | ')}`,
      `${mail.lesson.title.toUpperCase()}`,
      greeting(mail.name),
      why(mail),
      hint(mail),
      lessonText(textOf(mail), resourceUrl(mail.links.courseUrl)),
      ending(mail),
      `${DONE}:\n${lessonUrl(mail.links.courseUrl, mail.place)}`,
      scheduleOf(mail) && `${SCHEDULE}:\n${scheduleOf(mail)}`,
      readerFooterText(mail),
    ),
};
