/** The three headings that every lesson ends with, in this order; the last parts of a lesson look different. */
export const CLOSING_HEADINGS = ['A prompt to try', 'Your exercise', 'Done when'] as const;

/** What a part of a lesson is for. */
export type PartKind = 'text' | 'prompt' | 'exercise' | 'done';

const KINDS: Readonly<Record<string, PartKind>> = { 'A prompt to try': 'prompt', 'Your exercise': 'exercise', 'Done when': 'done' };

export const kindOfPart = (heading: string | null): PartKind => KINDS[heading ?? ''] ?? 'text';
