import type { Blocks, Words } from './blocks.ts';
import type { Mail, MailKind } from './mail.ts';

/** One line under a mail: in HTML its parts stand side by side, with `between` them; in the text each has a line. */
export interface FooterLine {
  readonly between: ' ' | ' · ';
  readonly parts: readonly Words[];
}

/** What a mail says, once for its HTML and its text. */
export interface Content {
  readonly subject: string;
  readonly title: string;
  /** What an inbox shows beside the subject. */
  readonly preheader: string;
  /** At the right of the product's name. */
  readonly aside?: string;
  /** Over the title, such as `Week 2`, `15 minutes`. */
  readonly above?: readonly string[];
  /** Shows the way of a week, with so many of its stones behind the reader. */
  readonly walked?: number;
  readonly blocks: Blocks;
  readonly footer: readonly FooterLine[];
}

/** One kind of mail. */
export type Template<M extends Mail> = (mail: M) => Content;

export type TemplateFor<K extends MailKind> = Template<Extract<Mail, { kind: K }>>;
