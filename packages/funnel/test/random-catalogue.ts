import fc from 'fast-check';
import type { CatalogueLesson } from '../src/course/catalogue.mjs';
import { AREAS, FOR_TAGS, LEVELS, TARGET_AREAS, type Area, type Level, type Role } from '../src/course/vocabulary.mjs';

const aLesson = (id: string, change: Partial<CatalogueLesson> = {}): CatalogueLesson => ({
  id,
  title: `About ${id}`,
  area: 'general',
  level: 'core',
  minutes: 15,
  needs: [],
  for: [],
  roles: [],
  ...change,
});

const role = (id: string, roles: readonly Role[], change: Partial<CatalogueLesson> = {}): CatalogueLesson =>
  aLesson(id, { roles, ...change });

/** Lessons that the content check requires of every catalogue: arcs for each length, a one-day project per area. */
const backbone = (portfolio: number): CatalogueLesson[] => [
  role('start', ['start'], { level: 'basic' }),
  role('start-deep', ['start'], { level: 'deep' }),
  role('start-and-safety', ['start', 'safety'], { level: 'basic' }),
  role('safety', ['safety'], { level: 'basic' }),
  role('small', ['project']),
  role('small-end', ['finish'], { needs: ['small'] }),
  role('part-0', ['project']),
  ...Array.from({ length: portfolio }, (_, index) => aLesson(`part-${index + 1}`, { needs: [`part-${index}`] })),
  role('portfolio-end', ['finish'], { needs: [`part-${portfolio}`] }),
  role('close-week', ['close'], { for: ['days:7'] }),
  role('close-month', ['close'], { for: ['days:28'], needs: ['portfolio-end'] }),
  role('close', ['close'], { for: ['days:84'] }),
  ...TARGET_AREAS.flatMap((area) => [
    role(`whole-${area}`, ['project', 'finish'], { area }),
    aLesson(`another-${area}`, { area }),
  ]),
];

interface Sketch {
  readonly area: Area;
  readonly level: Level;
  readonly tags: readonly string[];
  /** Its needs, as relative positions (0 to 1) among the lessons before it. */
  readonly needs: readonly number[];
}

const lessonsOf = (sketches: readonly Sketch[], base: readonly CatalogueLesson[]): CatalogueLesson[] => {
  const needable = base.filter(({ roles }) => !roles.includes('start') && !roles.includes('close'));
  return sketches.reduce<CatalogueLesson[]>((lessons, { area, level, tags, needs }, index) => {
    const before = [...needable, ...lessons.slice(-6)];
    const ids = needs.map((share) => before[Math.floor(share * before.length)]!.id);
    return [...lessons, aLesson(`free-${index}`, { area, level, for: tags, needs: [...new Set(ids)] })];
  }, []);
};

const sketch = fc.record<Sketch>({
  area: fc.constantFrom(...AREAS),
  level: fc.constantFrom(...LEVELS),
  tags: fc.subarray(
    FOR_TAGS.filter((tag) => !tag.startsWith('days:')),
    { maxLength: 2 },
  ),
  needs: fc.oneof(
    { weight: 4, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { maxLength: 3 }) },
  ),
});

/** Catalogues of 96 to 140 lessons, in any order, that the content check would accept. */
export const catalogues = fc
  .record({
    portfolio: fc.integer({ min: 1, max: 5 }),
    sketches: fc.array(sketch, { minLength: 78, maxLength: 115 }),
    order: fc.infiniteStream(fc.nat()),
  })
  .map(({ portfolio, sketches, order }) => {
    const base = backbone(portfolio);
    return [...base, ...lessonsOf(sketches, base)]
      .map((lesson) => ({ lesson, rank: order.next().value as number }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ lesson }) => lesson);
  });
