import { writeFileSync } from 'node:fs';
import { MINUTES_PER_DAY, partsFor } from '@course/funnel/course';
import { lessonFileName, lessonIdIn, numberedLessonId, type Lesson } from '@course/funnel/lessons';
import type { Lessons } from '../../course/lessons/lessons.ts';
import { linksFor, withdrawalUrlOf } from '../../course/links/links.ts';
import { type Command, OwnerError, UsageError } from '../command.ts';

const idOf = (lesson: string): string => {
  const id = /^\d+$/.test(lesson) ? numberedLessonId(Number(lesson)) : lesson;
  if (lessonIdIn(lessonFileName(id)) === undefined)
    throw new UsageError('A lesson is the name of its file without .md, such as deep-research, or 12 for day-12.');
  return id;
};

const MINUTES = MINUTES_PER_DAY.map((answer) => answer.replace('-min', ''));

const minutesIn = (option = '15'): string => {
  if (MINUTES.includes(option)) return option;
  throw new UsageError(`--minutes is what a reader chose in the quiz: ${MINUTES.join(', ')}.`);
};

const lessonOf = (lessons: Lessons, id: string): Lesson => {
  const lesson = lessons.get(id);
  if (lesson) return lesson;
  const file = lessonFileName(id);
  throw new OwnerError(
    `${file} cannot be read: ${lessons.problems.find((problem) => problem.file === file)?.problem ?? 'there is no such file'}.`,
  );
};

export const previewLesson: Command = {
  name: 'lesson preview',
  args: ['<lesson>'],
  summary: 'a lesson as its mail shows it, by the name of its file, such as day-12',
  options: {
    minutes: {
      type: 'string',
      value: 'number',
      help: `as sent to readers with this time a day: ${MINUTES.join(', ')}`,
    },
    html: { type: 'string', value: 'file', help: 'write the mail as HTML into a file instead' },
  },
  async run({ deps, terminal, args: [id = ''], option }) {
    const lesson = lessonOf(deps.lessons(), idOf(id));
    const parts = partsFor(`${minutesIn(option('minutes'))}-min`);
    const links = linksFor(deps.env, { read: 'preview', unsubscribe: 'preview' });
    // The templates take a moment to load, and no other command needs them.
    const { renderMail } = await import('../../course/mails/render.ts');
    const mail = await renderMail({
      kind: 'lesson',
      name: 'Anna',
      lesson,
      because: null,
      parts,
      week: [],
      place: 1,
      nextLessonAt: null,
      timeZone: 'UTC',
      days: 28,
      links,
      withdrawalUrl: withdrawalUrlOf(deps.env),
    });
    const file = option('html');
    if (file === undefined) return terminal.out(`Subject: ${mail.subject}\n\n${mail.text}`);
    writeFileSync(file, mail.html);
    terminal.err(`Written: ${file}`);
  },
};
