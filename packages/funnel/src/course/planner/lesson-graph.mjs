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
 * The lessons of a catalogue and their dependencies.
 * @typedef {object} LessonGraph
 * @property {readonly CatalogueLesson[]} lessons
 * @property {(lesson: CatalogueLesson) => LessonSet | null} closureOf Returns a lesson with everything that it needs,
 *   directly or indirectly; null if a need is missing or circular.
 * @property {(lesson: CatalogueLesson) => LessonSet | null} wholeOf Returns the closure, completed by the end of each
 *   project that it begins; null if there is none.
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
    // Remains null if a need leads back to this lesson.
    closures.set(lesson, null);
    /** @type {Set<CatalogueLesson>} */
    const closure = new Set();
    for (const id of lesson.needs) {
      const need = byId.get(id);
      const needed = need && closureOf(need);
      if (!needed) return null;
      for (const member of needed) closure.add(member);
    }
    closure.add(lesson);
    closures.set(lesson, closure);
    return closure;
  };

  /** @type {(closure: LessonSet) => boolean} */
  const isFinished = (closure) =>
    [...closure].every((member) => !hasRole(member, 'project')) ||
    [...closure].some((member) => hasRole(member, 'finish'));
  const finishes = lessons.filter((lesson) => hasRole(lesson, 'finish'));

  /** @type {LessonGraph['wholeOf']} */
  const wholeOf = (lesson) => {
    const closure = closureOf(lesson);
    if (!closure || isFinished(closure)) return closure;
    const projects = [...closure].filter((member) => hasRole(member, 'project'));
    const ends = finishes
      .map((finish) => closureOf(finish))
      .filter((end) => end !== null)
      .filter((end) => projects.every((project) => end.has(project)));
    const [end] = ends.sort((a, b) => a.size - b.size);
    return end ? new Set([...closure, ...end]) : null;
  };

  return { lessons, closureOf, wholeOf };
};
