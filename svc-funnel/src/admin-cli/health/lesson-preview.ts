import { writeFileSync } from 'node:fs';
import { CURRICULUM_DAYS } from '@course/funnel';
import { lessonFileName } from '@course/funnel/lessons';
import type { Lesson, Lessons } from '../../course/lessons/lessons.ts';
import { linksFor, withdrawalUrlOf } from '../../course/links/links.ts';
import { type Command, OwnerError, UsageError } from '../command.ts';

const dayOf = (given: string): number => {
  const day = Number(given);
  if (Number.isInteger(day) && day >= 1 && day <= CURRICULUM_DAYS) return day;
  throw new UsageError(`A day is a number from 1 to ${CURRICULUM_DAYS}.`);
};

const lessonOf = (lessons: Lessons, day: number): Lesson => {
  const lesson = lessons.get(day);
  if (lesson) return lesson;
  const file = lessonFileName(day);
  throw new OwnerError(
    `${file} cannot be read: ${lessons.problems.find((one) => one.file === file)?.problem ?? 'there is no such file'}.`,
  );
};

export const previewLesson: Command = {
  name: 'lesson preview',
  args: ['<day>'],
  summary: 'a lesson as its mail shows it; days are those of the curriculum',
  options: { html: { type: 'string', value: 'file', help: 'write the mail as HTML into a file instead' } },
  async run({ deps, terminal, args: [day = ''], option }) {
    const lesson = lessonOf(deps.lessons(), dayOf(day));
    const links = linksFor(deps.env, { read: 'preview', unsubscribe: 'preview' });
    // The templates take a moment to load, and nobody else needs them.
    const { renderMail } = await import('../../course/mails/render.ts');
    const mail = await renderMail({
      kind: 'lesson',
      name: 'Anna',
      lesson,
      place: lesson.day,
      nextLessonAt: null,
      timeZone: 'UTC',
      days: CURRICULUM_DAYS,
      links,
      withdrawalUrl: withdrawalUrlOf(deps.env),
    });
    const file = option('html');
    if (file === undefined) return terminal.out(`Subject: ${mail.subject}\n\n${mail.text}`);
    writeFileSync(file, mail.html);
    terminal.err(`Written: ${file}`);
  },
};
