/** One day of the curriculum, as its file says it. */
export interface Lesson {
  /** Day of the curriculum, 1 to 84; not the place in a reader's own order. */
  readonly day: number;
  readonly week: number;
  readonly title: string;
  /** How long reading and exercise take. */
  readonly minutes: number;
  /** The exercise in one sentence. */
  readonly exercise: string;
  /** The body, CommonMark. */
  readonly markdown: string;
}
