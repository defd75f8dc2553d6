import { describe, expect, it } from 'vitest';
import { editorialFindings } from './editorial-findings.mjs';

const lesson = (notes: string) => ({
  name: 'day-05.md',
  text: `---\ntitle: T\narea: general\nlevel: core\nminutes: 15\nexercise: E.\ntakeaway: K.\n${notes}---\nText.\n`,
});
const card = (notes: Readonly<Record<string, string>> = {}) => ({
  file: 'tools/quill.md',
  card: { name: 'Quill', reviewed: '2026-11-22', reviewBy: '2027-02-22', parts: {}, ...notes },
});
const NOW = new Date('2026-12-01T00:00:00Z');

describe("the findings in the lessons' facts", () => {
  it('are none when everything is verified', () => {
    expect(editorialFindings([lesson('sources: WCAG 2.2\n')], [card()], NOW)).toEqual([]);
  });

  it('include what lessons and cards mark as unverified', () => {
    const found = editorialFindings([lesson('unverified: The share.\n')], [card({ unverified: 'The menus.' })], NOW);
    expect(found.map(({ what, found: text, file }) => [what, text, file])).toEqual([
      ['fact not verified', 'The menus.', 'content/lessons/tools/quill.md'],
      ['fact not verified', 'The share.', 'content/lessons/day-05.md'],
    ]);
  });

  it('include a tool card that is overdue for review', () => {
    const [finding] = editorialFindings([], [card()], new Date('2027-02-23T00:00:00Z'));
    expect(finding).toMatchObject({
      what: 'tool card past its review',
      found: 'Quill: reviewed 2026-11-22, due by 2027-02-22',
    });
  });

  it('leave files that cannot be read to the check of the lessons', () => {
    expect(editorialFindings([{ name: 'day-05.md', text: 'broken' }], [], NOW)).toEqual([]);
  });
});
