import type { Lesson } from '@course/funnel/lessons';
import { dressedHtml, type Dress } from './markdown.ts';
import { lessonText } from './render-text.ts';

export interface RenderedLesson {
  /**
   * For a page: plain elements, each part a `<section class="lesson-text | lesson-prompt | lesson-exercise | lesson-done">`,
   * prompts in `<pre>`. No style, script, id or image, and nothing that a lesson's author wrote as HTML.
   */
  readonly html: string;
  readonly text: string;
}

const PAGE: Dress = {
  attributes: () => ({}),
  around: (html, kind) => `<section class="lesson-${kind}">\n${html}</section>\n`,
};

/** The lesson's body, without its title. */
export const renderLesson = (lesson: Lesson): RenderedLesson => ({
  html: dressedHtml(lesson.markdown, PAGE),
  text: lessonText(lesson.markdown),
});
