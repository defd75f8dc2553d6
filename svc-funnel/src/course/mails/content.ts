import type { Blocks, Words } from './blocks.ts';

/** One line of a mail's footer. In HTML its parts are separated by `between`; in text each part has its own line. */
export interface FooterLine {
  readonly between: ' ' | ' · ';
  readonly parts: readonly Words[];
}

/** The content of a mail, for both its HTML and its text. */
export interface Content {
  readonly subject: string;
  readonly title: string;
  /** What an inbox shows after the subject. */
  readonly preheader: string;
  /** Shown to the right of the product's name. */
  readonly aside?: string;
  /** Shown above the title, such as `Week 2`, `15 minutes`. */
  readonly above?: readonly string[];
  /** Shows the path of a week, with this many of its stones walked. */
  readonly walked?: number;
  readonly blocks: Blocks;
  readonly footer: readonly FooterLine[];
}
