import { seededRandom, testSeed } from '@course/test-kit/seeded-random';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '@course/funnel/course';
import { contentProblems, partsOf, readContent } from '@course/funnel/lessons';
import { checkResources } from '@course/funnel/resources';
import { loadLessons } from './lessons.ts';
import { parseMarkdown } from './markdown.ts';
import { contrastProblems, gmailProblems, outlookProblems, wrapProblems } from '../../../test/mail-clients.ts';
import { lessonMailsOf, lessonsOf, withoutPictures } from '../../../test/sample-mails.ts';
import { renderMail } from '../mails/render.ts';

const LESSONS = path.resolve(import.meta.dirname, '../../../../content/lessons');
const RESOURCES = path.resolve(import.meta.dirname, '../../../../content/resources');

const MAX_BYTES = 30_000;
/** How many lessons are rendered as mails; `npm run test:long` renders all. */
const MAILS = Number(process.env['LESSON_MAILS'] ?? 24);

describe('the lessons of the course', () => {
  const lessons = lessonsOf(LESSONS);

  it('are complete and valid', () => {
    const resources = checkResources(readContent(RESOURCES)).slugs;
    expect(contentProblems(readContent(LESSONS), { resources })).toEqual([]);
  });

  it('are those in the catalogue', () => {
    expect(lessons.map(({ id }) => id).sort()).toEqual(CATALOGUE.lessons.map(({ id }) => id).sort());
  });

  it('are split at the headings that a Markdown parser finds', () => {
    for (const { markdown, title } of lessons) {
      const tokens = parseMarkdown(markdown);
      const headings = tokens.flatMap(({ type }, at) => (type === 'heading_open' ? [tokens[at + 1]?.content] : []));
      expect(
        partsOf(markdown).flatMap(({ heading }) => heading ?? []),
        title,
      ).toEqual(headings);
    }
  });

  it('can all be read by the service, with all includes resolved', () => {
    expect(loadLessons(LESSONS, () => withoutPictures).problems).toEqual([]);
    expect(lessons.filter(({ markdown }) => markdown.includes('{{')).map(({ id }) => id)).toEqual([]);
  });

  it('render as mails that no mail program breaks or clips, with every prompt in both parts', async () => {
    const mails = lessonMailsOf(LESSONS);
    expect(mails.length).toBeGreaterThan(80);
    for (const mail of seededRandom(testSeed()).sample(mails, MAILS)) {
      const { html, text } = await renderMail(mail);
      expect(Buffer.byteLength(html), mail.lesson.title).toBeLessThan(MAX_BYTES);
      const problems = [outlookProblems, contrastProblems, wrapProblems, gmailProblems].flatMap((find) => find(html));
      expect(problems, mail.lesson.title).toEqual([]);
      const prompts = [...mail.lesson.markdown.matchAll(/^```\w*\n(.*?)\n```/gms)].map(([, prompt = '']) =>
        prompt.trimEnd(),
      );
      expect(prompts.length, mail.lesson.title).toBeGreaterThan(0);
      for (const prompt of prompts) expect(text).toContain(prompt);
      for (const note of [mail.lesson.sources, mail.lesson.unverified])
        if (note) expect(html + text).not.toContain(note);
      expect(html.match(/<pre class="prompt"/g)?.length, mail.lesson.title).toBe(prompts.length);
    }
  });
});
