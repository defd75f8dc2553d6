/** How values are held in memory. Times are in ms since 1970; null means not known (yet). */
interface Values {
  readonly uuid: string;
  readonly time: number | null;
  readonly real: number | null;
  readonly bool: boolean;
  readonly text: string | null;
}

export type ColumnType = keyof Values;

/** How two known values of one page view are merged. Their order and repetition make no difference. */
export type MergeRule = 'min' | 'max' | 'or' | 'minText';

interface Column {
  readonly type: ColumnType;
  /** Absent for the id, which decides what is merged. */
  readonly merge?: MergeRule;
}

/**
 * The columns of tracking.page_views, in the order of a tuple. Add new ones at the end: the stream may hold shorter
 * tuples of earlier releases.
 */
const COLUMNS = {
  id: { type: 'uuid' },
  enteredAt: { type: 'time', merge: 'min' },
  exitedAt: { type: 'time', merge: 'max' },
  timeSpentSeconds: { type: 'real', merge: 'max' },
  totalSeconds: { type: 'real', merge: 'max' },
  clamped: { type: 'bool', merge: 'or' },
  sessionId: { type: 'text', merge: 'minText' },
  pagePath: { type: 'text', merge: 'minText' },
  variant: { type: 'text', merge: 'minText' },
  isBot: { type: 'bool', merge: 'or' },
  /** From a browser that the owner marked as their own. */
  isOwner: { type: 'bool', merge: 'or' },
  /** Name of the release of the remote whose screen was shown. */
  release: { type: 'text', merge: 'minText' },
  /** The page showed a preview of a release. */
  isPreview: { type: 'bool', merge: 'or' },
  lcpSeconds: { type: 'real', merge: 'max' },
  inpSeconds: { type: 'real', merge: 'max' },
  cls: { type: 'real', merge: 'max' },
  ttfbSeconds: { type: 'real', merge: 'max' },
} as const satisfies Record<string, Column>;

/** What is known about one page view. */
export type PageViewRow = { readonly [Name in keyof typeof COLUMNS]: Values[(typeof COLUMNS)[Name]['type']] };

/** Converts `enteredAt` to `entered_at`. */
const sqlName = (name: string): string => name.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);

/** The columns as a list, with their names in the database. */
export const COLUMN_LIST = (Object.keys(COLUMNS) as (keyof PageViewRow)[]).map((name) => {
  const column: Column = COLUMNS[name];
  return { name, sql: sqlName(name), ...column };
});

/** The row of a page view about which nothing is known. */
export const EMPTY_ROW = Object.fromEntries(
  COLUMN_LIST.map(({ name, type }) => [name, type === 'bool' ? false : type === 'uuid' ? '' : null]),
) as unknown as PageViewRow;

/** Some of a row's values. */
type KnownValues = { readonly [Name in keyof PageViewRow]?: PageViewRow[Name] | undefined };

/** Returns the row of a page view with these known values. Fields that are not columns are ignored. */
export const rowOf = (known: KnownValues & Pick<PageViewRow, 'id'>): PageViewRow => {
  const row: Record<string, unknown> = { ...EMPTY_ROW };
  for (const name in known) {
    const value = known[name as keyof PageViewRow];
    if (value !== undefined && name in row) row[name] = value;
  }
  return row as unknown as PageViewRow;
};

/** Compares rows in the order of the table's index. */
export const byId = (a: PageViewRow, b: PageViewRow): number => (a.id < b.id ? -1 : 1);

/** True if the view is excluded from every figure. */
export const isExcluded = ({ isBot, isOwner, isPreview }: PageViewRow): boolean => isBot || isOwner || isPreview;
