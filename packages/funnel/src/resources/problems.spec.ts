import { describe, expect, it } from 'vitest';
import type { ContentFile } from '../lessons/lesson-file.mjs';
import { checkResources } from './problems.mjs';
import { parseResource } from './resource-file.mjs';

/** Returns words that no other text has. */
const words = (name: string, count: number): string =>
  Array.from({ length: count }, (_, index) => `${name}${index}`).join(' ');

const FRONT = { kind: 'cheat-sheet', summary: 'What it is for.', area: 'general', level: 'start', minutes: 5 };

interface Draft {
  readonly front?: Readonly<Record<string, unknown>>;
  readonly body?: string;
}

const file = (slug: string, { front = {}, body = words(slug.replaceAll('-', ''), 160) }: Draft = {}): ContentFile => ({
  name: `${slug}.md`,
  text: `---\n${Object.entries({ ...FRONT, title: `About ${slug}`, ...front })
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join('\n')}\n---\n\n${body}\n`,
});

const prompt = (name: string, change: Partial<Record<'use' | 'block' | 'list', string>> = {}): string =>
  [
    `## Prompt ${name}`,
    change.use ?? words(`${name}u`, 6),
    change.block ?? `\`\`\`text\n${words(`${name}p`, 9)} [thing]\n\`\`\``,
    change.list ?? `- \`[thing]\` ${name}`,
  ].join('\n\n');

const collection = (...prompts: string[]): ContentFile =>
  file('prompts-x', {
    front: { kind: 'prompts' },
    body: [...prompts, ...['a', 'b', 'c', 'd', 'e'].map((name) => prompt(name))].join('\n\n'),
  });

const problemsOf = (...files: ContentFile[]): string[] => checkResources(files).problems;

describe('the check of the resources', () => {
  it('counts what the offer promises', () => {
    const { counts, problems, slugs } = checkResources([
      file('one'),
      file('two', { front: { kind: 'template' }, body: `${words('two', 150)}\n\n\`\`\`text\nDear [name]\n\`\`\`` }),
      collection(),
      file('clip', { front: { kind: 'video' }, body: 'Watch [the video](https://videos.example/1).' }),
    ]);
    expect(problems).toEqual([]);
    expect(counts).toEqual({ sheets: 2, prompts: 5, videos: 1 });
    expect([...slugs]).toEqual(['one', 'two', 'prompts-x', 'clip']);
  });

  it.each<[string, Draft, string]>([
    ['an unknown kind', { front: { kind: 'poster' } }, 'front matter: kind: must be one of cheat-sheet, template'],
    ['an unknown area', { front: { area: 'law' } }, 'front matter: area: must be one of writing'],
    ['no level', { front: { level: '' } }, 'front matter: level: must be one of start'],
    ['no minutes', { front: { minutes: 'few' } }, 'front matter: minutes: must be a whole number'],
    ['a long summary', { front: { summary: 'a'.repeat(141) } }, 'front matter: summary: must have 1 to 140 letters'],
    ['an unknown field', { front: { author: 'Eve' } }, 'front matter: Unrecognized key: author'],
    ['too few words', { body: words('w', 149) }, 'has 149 words instead of 150 to 400'],
    ['more than a page', { body: words('w', 401) }, 'has 401 words instead of 150 to 400'],
    ['a template with nothing to copy', { front: { kind: 'template' } }, 'has no block in ``` to copy'],
    ['another heading', { body: `# Big\n\n${words('w', 150)}` }, 'has a heading that is not ##'],
    ['HTML', { body: `<b>x</b> ${words('w', 150)}` }, 'has HTML'],
    ['an external link', { body: `[x](https://a.example) ${words('w', 150)}` }, 'external links break over time'],
    [
      'a link to a resource that does not exist',
      { body: `[x](resource:nowhere) ${words('w', 150)}` },
      'links to the resource nowhere, which is not in content/resources',
    ],
    [
      'a video without its link',
      { front: { kind: 'video' }, body: 'Watch it.' },
      'must have one link to its video, which begins with https://',
    ],
  ])('rejects %s', (_case, draft, problem) => {
    expect(problemsOf(file('one', draft)).join('\n')).toMatch(/^one\.md: /);
    expect(problemsOf(file('one', draft)).join('\n')).toContain(problem);
  });

  it('accepts a link from one resource to another', () => {
    expect(problemsOf(file('one', { body: `[x](resource:two) ${words('w', 150)}` }), file('two'))).toEqual([]);
  });

  it('rejects a name that does not work in addresses', () => {
    expect(() => parseResource({ ...file('one'), name: 'My Sheet.md' })).toThrow('lower-case letters and hyphens');
  });

  it.each([
    ['no block to copy', { block: 'Just words.', list: 'None.' }, 'has 0 blocks in ``` instead of one'],
    ['two blocks', { block: '```\na [thing]\n```\n\n```\nb\n```' }, 'has 2 blocks in ``` instead of one'],
    ['no occasion', { use: '' }, 'does not say when to use it'],
    ['nothing to replace', { block: '```text\nAll set.\n```', list: '' }, 'has no [placeholder]'],
    ['a placeholder that is not explained', { list: '' }, 'does not say what replaces [thing]'],
    ['an explanation without its placeholder', { list: '- `[thing]` a\n- `[other]` b' }, 'explains [other]'],
  ])('rejects a prompt with %s', (_case, change, problem) => {
    expect(problemsOf(collection(prompt('bad', change))).join('\n')).toContain(`prompts-x.md: "Prompt bad" ${problem}`);
  });

  it('rejects a collection with too few prompts', () => {
    const few = file('prompts-x', { front: { kind: 'prompts' }, body: prompt('a') });
    expect(problemsOf(few)).toEqual(['prompts-x.md: has 1 prompts instead of 5 to 20']);
  });

  it('rejects a prompt that repeats another text, in the same file or in another', () => {
    const copy = prompt('g').replace('## Prompt g', '## Another name');
    expect(problemsOf(collection(prompt('g'), copy)).join('\n')).toMatch(/"Another name": repeats .*"Prompt g"/);
    const sheet = file('one', { body: `${words('gp', 9)} ${words('w', 150)}` });
    expect(problemsOf(collection(prompt('g')), sheet).join('\n')).toContain('repeats');
  });

  it('rejects a prompt that repeats another one with some words changed', () => {
    const block = (change: string) =>
      `\`\`\`text\n${Array.from({ length: 60 }, (_, index) => (index % 7 === 6 ? `${change}${index}` : `same${index}`)).join(' ')} [thing]\n\`\`\``;
    expect(
      problemsOf(collection(prompt('g', { block: block('x') }), prompt('h', { block: block('y') }))).join('\n'),
    ).toMatch(/"Prompt h": is too similar to .*"Prompt g" \(\d\d% in common\)/);
  });

  it('rejects duplicate titles, including those of prompts', () => {
    expect(problemsOf(file('one'), file('two', { front: { title: 'about ONE' } }))).toEqual([
      'two.md: repeats a title of one.md: about ONE',
    ]);
    expect(problemsOf(collection(prompt('a'))).join('\n')).toContain('repeats a title of prompts-x.md: Prompt a');
  });
});
