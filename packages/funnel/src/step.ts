/** A target in another remote, by the name of its entry. Which remote has that entry is resolved at run time. */
export interface Exit {
  readonly exit: string;
}

/** A row of a remote's step table. */
export interface StepBase<Key extends string> {
  readonly key: Key;
  readonly path: `/${string}`;
  /** The screen's heading. */
  readonly title: string;
  readonly next: NoInfer<Key> | Exit | null;
  /** Target of the back arrow; null if there is none. */
  readonly back: NoInfer<Key> | Exit | null;
  /** Set for a step that counts in the total of `n / total`. Counted steps with a question are numbered in order. */
  readonly counts?: true;
  /** Set for pages that search engines may index: only entry and legal pages. */
  readonly indexable?: true;
  /** Set for pages opened with a secret from a mail: no caching, no Referer, no advertising pixels. */
  readonly private?: true;
}

/** A row without fields of its own: the screen's other content is in its component. */
export type Plain<Key extends string, Kind extends string> = StepBase<Key> & { readonly kind: Kind };

/** A row of any remote's table, for code that works with all of them. */
export type StepRow = StepBase<string> & {
  readonly kind: string;
  /** The key under which the answer is stored, here and on the server. */
  readonly asks?: string;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
};
