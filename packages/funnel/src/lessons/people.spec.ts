import { describe, expect, it } from 'vitest';
import { peopleProblems, readPeople } from './people.mjs';

const lesson = (day: number, opening: string, body = 'Nobody here.') => ({
  name: `day-0${day}.md`,
  text: `---\ntitle: T${day}\narea: general\nlevel: core\nminutes: 15\nexercise: E${day}.\ntakeaway: K${day}.\n---\n${opening}\n\n${body}\n`,
});
const people = (rows: string) => readPeople(`name,who,days\n${rows}\n`);

describe('the table of people', () => {
  it('has a name, what they do and the lessons they appear in', () => {
    expect(people('Marta,"runs a front desk, early",1 deep-research')).toEqual([
      { name: 'Marta', who: '"runs a front desk, early"', files: ['day-01.md', 'deep-research.md'] },
    ]);
  });

  it('rejects a malformed line', () => {
    expect(() => people('Marta,runs a front desk')).toThrow(
      'people.csv: "Marta,runs a front desk" is not a line such as',
    );
  });
});

describe('the check of the people', () => {
  const files = [lesson(1, 'A scene.', 'Marta waits.'), lesson(2, 'Another.'), lesson(3, 'A third.')];

  it('accepts one person per name, in the lessons that the table lists', () => {
    expect(peopleProblems(people('Marta,runs a front desk,1'), files)).toEqual([]);
  });

  it.each([
    ['a name for two people', 'Marta,runs a front desk,1\nMarta,drives a bus,1', 'Marta is two people'],
    ['an accent as the only difference', 'Marta,runs a front desk,1\nMártá,drives,1', 'Mártá is two people'],
    ['a person who is not in a listed lesson', 'Marta,runs a front desk,1 2', 'people.csv: Marta is not in day-02.md'],
    ['a person in a lesson that is not listed', 'Marta,runs a front desk,2', 'day-01.md: mentions Marta'],
  ])('rejects %s', (_case, rows, problem) => {
    expect(peopleProblems(people(rows), files).join('\n')).toContain(problem);
  });

  it('does not mistake a part of a word for a name', () => {
    expect(
      peopleProblems(people('Art,paints,3'), [lesson(1, 'Art and Martas'), lesson(3, 'x', 'Art.')]).join(),
    ).toContain('day-01.md: mentions Art');
    expect(peopleProblems(people('Art,paints,3'), [lesson(1, 'Marta, Arty'), lesson(3, 'x', 'Art.')])).toEqual([]);
  });

  it('rejects a course in which more than a third of the lessons begin with a person', () => {
    const rows = 'Marta,runs a front desk,1\nDele,runs docks,2';
    const opened = [lesson(1, 'Marta waits.'), lesson(2, 'Dele writes.'), lesson(3, 'A third.')];
    expect(peopleProblems(people(rows), opened)).toEqual(['2 of 3 lessons begin with a person; at most a third may']);
  });
});
