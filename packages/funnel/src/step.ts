/** A way out of a remote, by the name of the entry that it leads to. Which remote has that entry is settled at run time. */
export interface Exit {
  readonly exit: string;
}

/** One row of a remote's step table. */
export interface StepBase<Key extends string> {
  readonly key: Key;
  readonly path: `/${string}`;
  /** The screen's heading. */
  readonly title: string;
  readonly next: NoInfer<Key> | Exit | null;
  /** Target of the back arrow; null for none. */
  readonly back: NoInfer<Key> | Exit | null;
  /** True for a step that counts as one of the questions of `n / total`. Those that ask are numbered in this order. */
  readonly counts?: true;
  /** Only entry and legal pages may be indexed by search engines. */
  readonly indexable?: true;
  /** Opened with a secret from a mail: no caching, no Referer, no pixels. */
  readonly private?: true;
}

/** A screen with a layout of its own, which needs only content besides the row. */
export type Plain<Key extends string, Kind extends string> = StepBase<Key> & { readonly kind: Kind };

/** A row of any remote's table, for what is the same for all of them. */
export type StepRow = StepBase<string> & {
  readonly kind: string;
  /** The key under which the answer is stored, here and on the server. */
  readonly asks?: string;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
};
