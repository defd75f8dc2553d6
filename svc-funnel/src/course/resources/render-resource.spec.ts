import path from 'node:path';
import { resourcePage } from '@course/contracts';
import { readContent } from '@course/funnel/lessons';
import { checkResources, parseResource, promptsOf } from '@course/funnel/resources';
import { describe, expect, it } from 'vitest';
import { renderResource, topicsOf } from './render-resource.ts';

const FILES = readContent(path.resolve(import.meta.dirname, '../../../../content/resources'));

describe('the HTML of a resource', () => {
  it.each([
    ['a script', '<script>alert(1)</script>'],
    ['an element with a handler', 'x <img src=x onerror=alert(1)> y'],
    ['a script in a link', '[go](javascript:alert(1))'],
    ['a resource link with a path', '[go](resource:..%2F..%2Fx)'],
  ])('leaves %s as text', (_case, markdown) => {
    const html = renderResource(markdown, 'T')
      .map((part) => (part.is === 'html' ? part.html : ''))
      .join('');
    expect(html).not.toMatch(/<script|<img|href=|<[^>]+\son\w+=/i);
  });

  it('keeps a block inside a list in place', () => {
    expect(renderResource('1. Say:\n\n   ```\n   Hello\n   ```', 'T')).toEqual([
      { is: 'html', html: expect.stringContaining('<pre>Hello</pre>') as string },
    ]);
  });

  it('titles a block without a heading like the resource', () => {
    expect(renderResource('```\nHello\n```', 'Greetings')).toEqual([{ is: 'copy', title: 'Greetings', text: 'Hello' }]);
  });
});

describe('the resources of the course', () => {
  it('are all valid', () => {
    expect(checkResources(FILES).problems).toEqual([]);
  });

  it('all render as pages, each prompt with its text to copy', () => {
    for (const file of FILES) {
      const { markdown, ...head } = parseResource(file);
      const page = resourcePage.parse({ ...head, parts: renderResource(markdown, head.title) });
      if (head.kind !== 'prompts') continue;
      const prompts = promptsOf(markdown);
      const copied = page.parts.flatMap((part) => (part.is === 'copy' ? [[part.title, part.text]] : []));
      expect(copied, file.name).toEqual(prompts.map(({ title, blocks }) => [title, blocks[0]]));
      expect(topicsOf(markdown), file.name).toEqual(prompts.map(({ title }) => title));
    }
  });

  it('are listed in less than 40 KB', () => {
    const list = FILES.map((file) => {
      const { markdown, ...head } = parseResource(file);
      return { ...head, topics: topicsOf(markdown) };
    });
    expect(Buffer.byteLength(JSON.stringify(list))).toBeLessThan(40_000);
  });
});
