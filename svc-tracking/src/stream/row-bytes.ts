import { digitAt, UUID_PLACES } from './hex.ts';
import type { PageViewRow } from './row.ts';

// The tuples of PostgreSQL's binary COPY: a count of columns, then length and value of each, all big-endian.
// https://www.postgresql.org/docs/current/sql-copy.html#SQL-COPY-FILE-FORMATS-BINARY

/** The columns of a tuple, in order. Others are only ever added behind them: a stream may hold what an older release wrote. */
export const COLUMNS = [
  'id',
  'entered_at',
  'exited_at',
  'time_spent_seconds',
  'total_seconds',
  'clamped',
  'session_id',
  'page_path',
  'variant',
  'is_bot',
  'is_owner',
  'release',
  'is_preview',
  'lcp_seconds',
  'inp_seconds',
  'cls',
  'ttfb_seconds',
] as const;
/** So many there were at first: all up to `is_bot`; then all up to `is_owner`. */
const COLUMNS_AT_FIRST = 10;
const COLUMNS_WITH_OWNER = 11;

const NULL = -1;
/** Where a tuple has the length of `entered_at`: behind the count, the id's length and the id. */
const ENTERED_AT_LENGTH = 22;
const [UUID_BYTES, TIME_BYTES, REAL_BYTES, BOOL_BYTES] = [16, 8, 4, 1];
/** Everything but the texts: the count, the lengths, the values of fixed size. */
const FIXED_BYTES = 2 + 4 * COLUMNS.length + UUID_BYTES + 2 * TIME_BYTES + 6 * REAL_BYTES + 4 * BOOL_BYTES;
const UTF8_MAX = 3;
/** PostgreSQL counts microseconds from 2000 on. */
const EPOCH_MS = Date.UTC(2000, 0, 1);
const MS_US = 1000;
const HALF = 2 ** 32;

/** Writes tuples one behind the other into so many bytes. */
class TupleWriter {
  private readonly bytes: Buffer;
  private readonly view: DataView;
  private at = 0;

  constructor(bytesMax: number) {
    this.bytes = Buffer.allocUnsafe(bytesMax);
    this.view = new DataView(this.bytes.buffer, this.bytes.byteOffset, bytesMax);
  }

  get written(): Buffer {
    return this.bytes.subarray(0, this.at);
  }

  hasRoom(bytes: number): boolean {
    return this.at + bytes <= this.bytes.length;
  }

  put(row: PageViewRow): void {
    this.view.setInt16(this.at, COLUMNS.length);
    this.at += 2;
    this.uuid(row.id);
    this.time(row.enteredAt);
    this.time(row.exitedAt);
    this.real(row.timeSpentSeconds);
    this.real(row.totalSeconds);
    this.bool(row.clamped);
    this.text(row.sessionId);
    this.text(row.pagePath);
    this.text(row.variant);
    this.bool(row.isBot);
    this.bool(row.isOwner);
    this.text(row.release);
    this.bool(row.isPreview);
    this.real(row.lcpSeconds);
    this.real(row.inpSeconds);
    this.real(row.cls);
    this.real(row.ttfbSeconds);
  }

  private length(bytes: number): void {
    this.view.setInt32(this.at, bytes);
    this.at += 4;
  }

  private uuid(id: string): void {
    this.length(UUID_BYTES);
    for (const place of UUID_PLACES) this.bytes[this.at++] = (digitAt(id, place) << 4) | digitAt(id, place + 1);
  }

  private time(ms: number | null): void {
    if (ms === null) return this.length(NULL);
    this.length(TIME_BYTES);
    const microseconds = (ms - EPOCH_MS) * MS_US;
    const high = Math.floor(microseconds / HALF);
    this.view.setInt32(this.at, high);
    this.view.setUint32(this.at + 4, microseconds - high * HALF);
    this.at += TIME_BYTES;
  }

  private real(value: number | null): void {
    if (value === null) return this.length(NULL);
    this.length(REAL_BYTES);
    this.view.setFloat32(this.at, value);
    this.at += REAL_BYTES;
  }

  private bool(value: boolean): void {
    this.length(BOOL_BYTES);
    this.bytes[this.at++] = value ? 1 : 0;
  }

  private text(value: string | null): void {
    if (value === null) return this.length(NULL);
    const bytes = this.bytes.write(value, this.at + 4);
    this.length(bytes);
    this.at += bytes;
  }
}

const sizeMax = ({ sessionId, pagePath, variant, release }: PageViewRow): number =>
  FIXED_BYTES +
  UTF8_MAX * ((sessionId?.length ?? 0) + (pagePath?.length ?? 0) + (variant?.length ?? 0) + (release?.length ?? 0));

/** Rows as tuples, cut between rows so that no part has more than `bytesMax` bytes, unless a single row does. */
export const encodeRows = (rows: readonly PageViewRow[], bytesMax: number): readonly Buffer[] => {
  const parts: Buffer[] = [];
  let left = 0;
  for (const row of rows) left += sizeMax(row);
  let tuples = new TupleWriter(0);
  for (const row of rows) {
    const size = sizeMax(row);
    if (!tuples.hasRoom(size)) {
      parts.push(tuples.written);
      tuples = new TupleWriter(Math.max(Math.min(left, bytesMax), size));
    }
    tuples.put(row);
    left -= size;
  }
  return [...parts, tuples.written].filter(({ length }) => length > 0);
};

/** What tuples of before releases do not tell. */
const NO_REPORTS: Pick<PageViewRow, 'release' | 'isPreview' | 'lcpSeconds' | 'inpSeconds' | 'cls' | 'ttfbSeconds'> = {
  release: null,
  isPreview: false,
  lcpSeconds: null,
  inpSeconds: null,
  cls: null,
  ttfbSeconds: null,
};

/** Reads tuples one after the other. Throws a RangeError beyond the end, and an Error where a column is of another size. */
class TupleReader {
  constructor(
    private readonly bytes: Buffer,
    private at = 0,
  ) {}

  get isAtEnd(): boolean {
    return this.at === this.bytes.length;
  }

  next(): PageViewRow {
    const columns = this.bytes.readInt16BE(this.at);
    if (![COLUMNS_AT_FIRST, COLUMNS_WITH_OWNER, COLUMNS.length].includes(columns))
      throw new Error(`rows: a tuple of ${columns} columns`);
    this.at += 2;
    return {
      id: this.uuid(),
      enteredAt: this.time(),
      exitedAt: this.time(),
      timeSpentSeconds: this.real(),
      totalSeconds: this.real(),
      clamped: this.bool(),
      sessionId: this.text(),
      pagePath: this.text(),
      variant: this.text(),
      isBot: this.bool(),
      isOwner: columns > COLUMNS_AT_FIRST && this.bool(),
      ...(columns > COLUMNS_WITH_OWNER ? this.reports() : NO_REPORTS),
    };
  }

  private reports(): typeof NO_REPORTS {
    return {
      release: this.text(),
      isPreview: this.bool(),
      lcpSeconds: this.real(),
      inpSeconds: this.real(),
      cls: this.real(),
      ttfbSeconds: this.real(),
    };
  }

  /** The value of the next column, undefined for NULL. */
  private value(size?: number): Buffer | undefined {
    const length = this.bytes.readInt32BE(this.at);
    this.at += 4;
    if (length === NULL) return undefined;
    if (length < 0 || this.at + length > this.bytes.length || (size !== undefined && length !== size))
      throw new Error('rows: a column of the wrong size');
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  private uuid(): string {
    const hex = this.value(UUID_BYTES)?.toString('hex');
    if (hex === undefined) throw new Error('rows: a tuple without an id');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  }

  private time(): number | null {
    const value = this.value(TIME_BYTES);
    return value ? Number(value.readBigInt64BE() / BigInt(MS_US)) + EPOCH_MS : null;
  }

  private real(): number | null {
    return this.value(REAL_BYTES)?.readFloatBE() ?? null;
  }

  private bool(): boolean {
    return this.value(BOOL_BYTES)?.[0] === 1;
  }

  private text(): string | null {
    return this.value()?.toString('utf8') ?? null;
  }
}

/** True if the first row of a part has no entry, which is so for all of an entry of exits and for no other. */
export const isOfExits = (bytes: Buffer): boolean =>
  bytes.length >= ENTERED_AT_LENGTH + 4 && bytes.readInt32BE(ENTERED_AT_LENGTH) === NULL;

/** The rows of one part. Throws when it is not made of whole tuples. */
export const decodeRows = (bytes: Buffer): readonly PageViewRow[] => {
  const tuples = new TupleReader(bytes);
  const rows: PageViewRow[] = [];
  while (!tuples.isAtEnd) rows.push(tuples.next());
  return rows;
};
