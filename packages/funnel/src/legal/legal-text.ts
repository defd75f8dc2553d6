/** Text in which `[label](address)` is a link; addresses are paths of this site or `mailto:`. */
export type LinkedText = string;

/** A paragraph, or the items of a list. */
export type Block = LinkedText | readonly LinkedText[];

export interface LegalSection {
  /** The fragment of the section's address. */
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly Block[];
}

export interface LegalText {
  /** For search engines and link previews. */
  readonly description: string;
  /** ISO date of the last change. */
  readonly updated: string;
  /** Written by us as a stand-in. Have a lawyer replace it before going live. */
  readonly sample: boolean;
  /** What most readers came for. */
  readonly inShort: readonly LinkedText[];
  readonly sections: readonly LegalSection[];
}
