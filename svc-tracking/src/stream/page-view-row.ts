/** How values are held in memory. Times are in ms since 1970; null means not known (yet). */
interface Values {
  readonly uuid: string;
  readonly time: number | null;
  readonly real: number | null;
  readonly bool: boolean;
  readonly text: string | null;
}

export type ColumnType = keyof Values;

/** Which of two values of one page view is kept. Their order and repetition make no difference. */
export type MergeRule = 'least' | 'greatest' | 'either' | 'leastText';

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
  enteredAt: { type: 'time', merge: 'least' },
  exitedAt: { type: 'time', merge: 'greatest' },
  timeSpentSeconds: { type: 'real', merge: 'greatest' },
  totalSeconds: { type: 'real', merge: 'greatest' },
  clamped: { type: 'bool', merge: 'either' },
  sessionId: { type: 'text', merge: 'leastText' },
  pagePath: { type: 'text', merge: 'leastText' },
  variant: { type: 'text', merge: 'leastText' },
  isBot: { type: 'bool', merge: 'either' },
  /** From a browser that the owner has marked as not counted. */
  isOwner: { type: 'bool', merge: 'either' },
  /** Name of the release of the remote whose screen was shown. */
  release: { type: 'text', merge: 'leastText' },
  /** The page showed a preview of a release. */
  isPreview: { type: 'bool', merge: 'either' },
  lcpSeconds: { type: 'real', merge: 'greatest' },
  inpSeconds: { type: 'real', merge: 'greatest' },
  cls: { type: 'real', merge: 'greatest' },
  ttfbSeconds: { type: 'real', merge: 'greatest' },
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
