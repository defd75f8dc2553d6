import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { CARD_PARTS } from '@course/funnel/lessons';
import { loadLessons } from './lessons.ts';

/** Without pictures: these lessons have none. */
const readFolder = (dir: string) => loadLessons(dir, () => (markdown) => markdown);

const folders: string[] = [];
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })));

const folderWith = (files: Readonly<Record<string, string>>): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'lessons-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  return folder;
};

const aFile = (change: Readonly<Record<string, unknown>> = {}, body = 'One idea.\n'): string => {
  const front = {
    title: 'Steer',
    area: 'general',
    level: 'core',
    minutes: 15,
    exercise: 'Improve one answer.',
    takeaway: 'Steer, do not start over.',
    ...change,
  };
  return `---\n${Object.entries(front)
    .map(([key, value]) => `${key}: ${String(value)}`)
    .join('\n')}\n---\n${body}`;
};

describe('the lessons of a folder', () => {
  it('are found by the names of their files', () => {
    const lessons = readFolder(
      folderWith({
        'deep-research.md': aFile({
          area: 'writing',
          level: 'deep',
          needs: 'day-02',
          for: 'setup',
          role: 'project finish',
        }),
        'day-02.md': aFile(),
        'notes.txt': 'not a lesson',
      }),
    );
    expect(lessons.get('deep-research')).toEqual({
      id: 'deep-research',
      title: 'Steer',
      area: 'writing',
      level: 'deep',
      minutes: 15,
      exercise: 'Improve one answer.',
      takeaway: 'Steer, do not start over.',
      needs: ['day-02'],
      for: ['setup'],
      roles: ['project', 'finish'],
      markdown: 'One idea.',
    });
    expect(lessons.get('day-02')).toBeDefined();
    expect(lessons.problems).toEqual([]);
  });

  it('may have a byte order mark and Windows line endings', () => {
    expect(
      readFolder(folderWith({ 'day-03.md': `\uFEFF${aFile().replaceAll('\n', '\r\n')}` })).get('day-03')?.title,
    ).toBe('Steer');
  });

  it.each([
    ['"Steer: \\"left\\""', 'Steer: "left"'],
    ["'It''s a start'", "It's a start"],
    ['Steer # not part of it', 'Steer'],
    ['C# for all', 'C# for all'],
  ])('may have a title written as %s', (written, title) => {
    expect(readFolder(folderWith({ 'day-03.md': aFile({ title: written }) })).get('day-03')?.title).toBe(title);
  });

  it('include parts of the tool cards, except for cards that cannot be read', () => {
    const folder = folderWith({ 'day-03.md': aFile({}, 'One idea.\n\n{{Tool cards: Voice}}\n') });
    mkdirSync(path.join(folder, 'tools'));
    const parts = CARD_PARTS.map((part) => `## ${part}\n${part} of it.`).join('\n');
    writeFileSync(
      path.join(folder, 'tools/quill.md'),
      `---\nname: Quill\nreviewed: 2026-11-22\nreview-by: 2027-02-22\n---\n${parts}\n`,
    );
    writeFileSync(path.join(folder, 'tools/pencil.md'), 'no front matter');
    const lessons = readFolder(folder);
    expect(lessons.get('day-03')?.markdown).toContain('- **Quill:** Voice of it.');
    expect(lessons.problems).toEqual([
      { file: 'tools/pencil.md', problem: 'there is no front matter between two lines ---' },
    ]);
  });

  it.each([
    ['without front matter', 'Just text', 'there is no front matter between two lines ---'],
    ['with broken YAML', '---\ntitle: "open\n---\nText', 'the front matter cannot be read: title: "open'],
    [
      'with a colon in a plain value',
      aFile({ title: 'Steer: left' }),
      'the front matter cannot be read: title: Steer: left',
    ],
    ['with a list for a title', aFile({ title: '[a]' }), 'the front matter cannot be read: title: [a]'],
    ['with a duplicate key', aFile({ 'minutes: 3\ntitle': 'x' }), 'the front matter cannot be read: '],
    ['without a title', aFile({ title: '' }), 'front matter: title: '],
    ['with minutes in words', aFile({ minutes: 'ten' }), 'front matter: minutes: '],
    ['with an unknown field', aFile({ author: 'Eve' }), 'front matter: Unrecognized key'],
    ['without text', aFile({}, ' \n'), 'the lesson has no text'],
  ])('report a file %s and include the others', (_case, text, problem) => {
    const lessons = readFolder(folderWith({ 'day-03.md': text, 'day-05.md': aFile() }));
    expect(lessons.problems).toEqual([{ file: 'day-03.md', problem: expect.stringContaining(problem) as string }]);
    expect([lessons.get('day-03'), lessons.get('day-05')?.id]).toEqual([undefined, 'day-05']);
  });

  it('include a repaired file when it is next requested', () => {
    const folder = folderWith({ 'day-03.md': 'broken' });
    const lessons = readFolder(folder);
    expect(lessons.get('day-03')).toBeUndefined();
    writeFileSync(path.join(folder, 'day-03.md'), aFile());
    expect([lessons.get('day-03')?.title, lessons.problems]).toEqual(['Steer', []]);
  });

  it('report the file of a missing lesson once it is requested', () => {
    const lessons = readFolder(folderWith({}));
    lessons.get('day-07');
    expect(lessons.problems).toEqual([{ file: 'day-07.md', problem: 'cannot be read (ENOENT)' }]);
  });

  it('have one problem when the folder does not exist', () => {
    expect(readFolder('/no/such/folder')).toMatchObject({
      problems: [{ file: '/no/such/folder', problem: 'cannot be read (ENOENT)' }],
    });
  });
});
