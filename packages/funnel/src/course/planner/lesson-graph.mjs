/** @typedef {import('../catalogue.mjs').CatalogueLesson} CatalogueLesson */
/** @typedef {import('../vocabulary.mjs').Role} Role */
/** @typedef {ReadonlySet<CatalogueLesson>} LessonSet */

/**
 * Returns true for a lesson with the role.
 * @param {CatalogueLesson} lesson
 * @param {Role} role
 */
export const hasRole = (lesson, role) => lesson.roles.includes(role);

/**
 * The lessons of a catalogue and what they need of each other.
 * @typedef {object} LessonGraph
 * @property {readonly CatalogueLesson[]} lessons
 * @property {(lesson: CatalogueLesson) => LessonSet | null} closureOf A lesson with all that it needs, directly or not; null
 *   if something is missing or needs itself.
 * @property {(lesson: CatalogueLesson) => LessonSet | null} wholeOf The same, with the end of each project that is begun.
 */

/**
 * @param {readonly CatalogueLesson[]} lessons
 * @returns {LessonGraph}
 */
export const graphOf = (lessons) => {
  const byId = new Map(lessons.map((lesson) => [lesson.id, lesson]));
  /** @type {Map<CatalogueLesson, LessonSet | null>} */
  const closures = new Map();

  /**
   * @param {CatalogueLesson} lesson
   * @returns {LessonSet | null}
   */
  const closureOf = (lesson) => {
    const known = closures.get(lesson);
    if (known !== undefined) return known;
    // Stays null if a need leads back here.
    closures.set(lesson, null);
    /** @type {Set<CatalogueLesson>} */
    const closure = new Set();
    for (const id of lesson.needs) {
      const need = byId.get(id);
      const needed = need && closureOf(need);
      if (!needed) return null;
      for (const one of needed) closure.add(one);
    }
    closure.add(lesson);
    closures.set(lesson, closure);
    return closure;
  };

  /** @type {(closure: LessonSet) => boolean} */
  const isFinished = (closure) =>
    [...closure].every((one) => !hasRole(one, 'project')) || [...closure].some((one) => hasRole(one, 'finish'));
  const finishes = lessons.filter((lesson) => hasRole(lesson, 'finish'));

  /** @type {LessonGraph['wholeOf']} */
  const wholeOf = (lesson) => {
    const closure = closureOf(lesson);
    if (!closure || isFinished(closure)) return closure;
    const projects = [...closure].filter((one) => hasRole(one, 'project'));
    const ends = finishes
      .map((finish) => closureOf(finish))
      .filter((end) => end !== null)
      .filter((end) => projects.every((project) => end.has(project)));
    const [end] = ends.sort((a, b) => a.size - b.size);
    return end ? new Set([...closure, ...end]) : null;
  };

  return { lessons, closureOf, wholeOf };
};
