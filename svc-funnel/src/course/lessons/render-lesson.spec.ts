import { describe, expect, it } from 'vitest';
import { aLesson } from '../../../test/sample-mails.ts';
import { lessonPage, pageHtml } from './render-lesson.ts';
import { lessonText } from './render-text.ts';

const lessonOf = (markdown: string) => ({ html: pageHtml(markdown), text: lessonText(markdown) });

const WHOLE = `An opening, *quick* and **sure**.

## Why
Say \`=SUM(A1)\` aloud.

| Job | Tool |
| --- | --- |
| Words | Chat |

## A prompt to try
\`\`\`text
Act as [role] & write <b>it</b>.
\`\`\`
Look at the end.

## Your exercise
1. Open it.
2. Send it:
   - once
   - again

## Done when
- It is sent`;

describe("a lesson's HTML", () => {
  it('has a section for every part', () => {
    expect([...lessonOf(WHOLE).html.matchAll(/<section class="([\w-]+)">/g)].map(([, name]) => name)).toEqual([
      'lesson-text',
      'lesson-text',
      'lesson-prompt',
      'lesson-exercise',
      'lesson-done',
    ]);
  });

  it('has no opening section when the lesson begins with a heading', () => {
    expect(lessonOf('## Why\nText').html).toBe(
      '<section class="lesson-text">\n<h3>Why</h3>\n<p>Text</p>\n</section>\n',
    );
  });

  it('shows prompts verbatim', () => {
    expect(lessonOf(WHOLE).html).toContain('<pre>Act as [role] &amp; write &lt;b&gt;it&lt;/b&gt;.</pre>');
  });

  it.each([
    ['a script', '<script>alert(1)</script>'],
    ['an element with a handler', 'x <img src=x onerror=alert(1)> y'],
    ['an image from elsewhere', '![pixel](https://evil.example/p.gif)'],
    ['a script in a link', '[go](javascript:alert(1))'],
    ['a script in a fence', '```text\n</pre><script>alert(1)</script>\n```'],
    ['data in a link', '[go](data:text/html,x)'],
    ['a resource link with a path', '[go](resource:../x)'],
  ])('leaves %s as text', (_case, markdown) => {
    expect(lessonOf(markdown).html).not.toMatch(/<script|<img|href="(?!https:)|<[^>]+\son\w+=/i);
  });

  it('links to a resource on the course page', () => {
    expect(lessonOf('[Cheat sheet: basics](resource:prompt-basics)').html).toContain(
      '<a href="/course?resource=prompt-basics">Cheat sheet: basics</a>',
    );
  });

  it('keeps a secure link', () => {
    expect(lessonOf('[go](https://example.com)').html).toContain('<a href="https://example.com">go</a>');
  });
});

describe("a lesson's text", () => {
  it('reads like text written by hand', () => {
    expect(lessonOf(WHOLE).text).toBe(`An opening, quick and sure.

Why
---

Say \`=SUM(A1)\` aloud.

- Words
  Tool: Chat

A prompt to try
---------------

--- copy from here ---
Act as [role] & write <b>it</b>.
--- to here ---

Look at the end.

Your exercise
-------------

1. Open it.
2. Send it:
   - once
   - again

Done when
---------

- It is sent`);
  });

  it('keeps the first number of a list', () => {
    expect(lessonOf('3. c\n4. d').text).toBe('3. c\n4. d');
  });
});

describe('a lesson on the course page', () => {
  const lesson = aLesson({ markdown: `${WHOLE}\n\n## In five minutes\nThe idea.\n\n## Going further\nMore.` });
  const sectionsOf = (html: string) => [...html.matchAll(/<section class="lesson-(\w+)">/g)].map(([, name]) => name);
  const placed = { lesson, because: null, parts: ['lesson'], week: [] } as const;

  it.each([
    ['the lesson first', ['lesson'], ['text', 'text', 'prompt', 'exercise', 'done', 'stretch', 'short']],
    [
      'the short version first',
      ['short', 'lesson'],
      ['short', 'text', 'text', 'prompt', 'exercise', 'done', 'stretch'],
    ],
  ] as const)('has every part, %s', (_case, parts, sections) => {
    expect(sectionsOf(lessonPage({ ...placed, parts }))).toEqual(sections);
  });

  it('says why it was chosen, as text', () => {
    expect(lessonPage({ ...placed, because: 'because you chose <b>' })).toContain(
      '<p class="lesson-why">In your plan because you chose &lt;b&gt;.</p>',
    );
  });

  it('ends a week with the takeaways of its lessons', () => {
    const html = lessonPage({ ...placed, week: [{ title: 'One', takeaway: 'Keep one.' }] });
    expect(sectionsOf(html).at(-1)).toBe('review');
    expect(html).toContain('<li><strong>One:</strong> Keep one.</li>');
  });
});
