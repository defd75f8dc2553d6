import { parse } from 'yaml';
import { z } from 'zod';
import type { Lesson } from './lesson.ts';

const frontMatter = z.strictObject({
  day: z.number().int().min(1).max(84),
  week: z.number().int().min(1).max(12),
  title: z.string().trim().min(1).max(60),
  minutes: z.number().int().min(1).max(60),
  exercise: z.string().trim().min(1).max(200),
});

const FILE = /^---\r?\n(.*?)\r?\n---\r?\n(.*)$/s;

/** `3` is in `day-03.md`. */
export const lessonFileName = (day: number): string => `day-${String(day).padStart(2, '0')}.md`;

const problemsOf = (error: z.ZodError): string => error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': ')).join('; ');

const readYaml = (text: string): unknown => {
  try {
    return parse(text);
  } catch (error) {
    throw new Error(`the front matter is not YAML (${error instanceof Error ? error.message.split('\n')[0] : 'unreadable'})`, { cause: error });
  }
};

/** A lesson out of its file's text. Throws an Error that says what is wrong with it. */
export function parseLesson(text: string): Lesson {
  const [, yaml, body] = FILE.exec(text.replace(/^\uFEFF/, '')) ?? [];
  if (yaml === undefined || body === undefined) throw new Error('there is no front matter between two lines ---');
  const front = frontMatter.safeParse(readYaml(yaml));
  if (!front.success) throw new Error(`front matter: ${problemsOf(front.error)}`);
  const markdown = body.trim();
  if (markdown === '') throw new Error('the lesson has no text');
  return { ...front.data, markdown };
}
