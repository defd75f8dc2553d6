import type { PlanOutline } from '@course/funnel/course';

export interface Link {
  readonly label: string;
  readonly href: string;
}

export interface Strong {
  readonly strong: string;
}

/** The parts of a sentence. */
export type Words = readonly (string | Strong | Link)[];

/** A piece of a mail. `document.tsx` renders each kind as HTML and as text. */
export type Block =
  | { readonly kind: 'paragraph'; readonly words: Words }
  | { readonly kind: 'small'; readonly words: Words }
  | { readonly kind: 'note'; readonly words: Words }
  | { readonly kind: 'quote'; readonly quoted: string }
  | { readonly kind: 'subtitle'; readonly title: string }
  | { readonly kind: 'facts'; readonly facts: readonly Fact[] }
  | { readonly kind: 'action'; readonly link: Link }
  | { readonly kind: 'commands'; readonly commands: readonly string[] }
  | { readonly kind: 'weeks'; readonly weeks: PlanOutline['weeks'] }
  | { readonly kind: 'body'; readonly html: string; readonly text: string }
  | { readonly kind: 'group'; readonly blocks: Blocks }
  | { readonly kind: 'space'; readonly height: number };

/** Null entries are left out. */
export type Blocks = readonly (Block | null)[];

export type Fact = readonly [name: string, value: string];

export const link = (label: string, href: string): Link => ({ label, href });

/** A mail link labelled with its address. */
export const mailbox = (address: string): Link => link(address, `mailto:${address}`);

export const strong = (words: string): Strong => ({ strong: words });

export const p = (...words: Words): Block => ({ kind: 'paragraph', words });

export const small = (...words: Words): Block => ({ kind: 'small', words });

/** A reassuring remark, set apart from the rest. */
export const note = (...words: Words): Block => ({ kind: 'note', words });

/** What a person has written, line by line. */
export const quote = (quoted: string): Block => ({ kind: 'quote', quoted });

export const subtitle = (title: string): Block => ({ kind: 'subtitle', title });

/** One line per fact, in order, without those that are null. */
export const facts = (values: Readonly<Record<string, string | null>>): Block => ({
  kind: 'facts',
  facts: Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])),
});

/** The mail's main action, as a button. */
export const action = (label: string, href: string): Block => ({ kind: 'action', link: link(label, href) });

/** Lines to type. */
export const commands = (...lines: readonly string[]): Block => ({ kind: 'commands', commands: lines });

/** Titles of some lessons of each week. */
export const weeks = (titles: PlanOutline['weeks']): Block => ({ kind: 'weeks', weeks: titles });

/** A lesson that has already been rendered. */
export const body = (rendered: { readonly html: string; readonly text: string }): Block => ({
  kind: 'body',
  ...rendered,
});

export const group = (...blocks: Blocks): Block => ({ kind: 'group', blocks });

/** Empty space of this height in px. */
export const space = (height = 20): Block => ({ kind: 'space', height });
