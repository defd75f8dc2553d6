import { COLUMN_LIST, EMPTY_ROW, type ColumnType, type PageViewRow } from './page-view-row.ts';
import { UUID_BYTES, uuidAt, writeUuid } from './uuid.ts';

// The tuples of PostgreSQL's binary COPY: a count of columns, then length and value of each, all big-endian.
// https://www.postgresql.org/docs/current/sql-copy.html#SQL-COPY-FILE-FORMATS-BINARY

const NULL = -1;
const COUNT_BYTES = 2;
const LENGTH_BYTES = 4;
/** Offset of the length of `entered_at` in a tuple: after the count, the id's length and the id. */
const ENTERED_AT_OFFSET = COUNT_BYTES + LENGTH_BYTES + UUID_BYTES;
/** Size of a value of each type; 0 for text, whose size varies. */
const BYTES: Readonly<Record<ColumnType, number>> = { uuid: UUID_BYTES, time: 8, real: 4, bool: 1, text: 0 };
/** Size of a tuple without its texts. */
const FIXED_BYTES = COLUMN_LIST.reduce((sum, { type }) => sum + LENGTH_BYTES + BYTES[type], COUNT_BYTES);
/** Most UTF-8 bytes per UTF-16 code unit. */
const UTF8_MAX = 3;
/** PostgreSQL counts microseconds since 2000. */
const EPOCH_MS = Date.UTC(2000, 0, 1);
const MS_US = 1000;
const HALF = 2 ** 32;

/** Writes consecutive tuples into a buffer of `bytesMax` bytes. */
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
    this.view.setInt16(this.at, COLUMN_LIST.length);
    this.at += COUNT_BYTES;
    for (const { name, type } of COLUMN_LIST) {
      const value = row[name];
      if (value === null) this.length(NULL);
      else if (typeof value === 'boolean') this.bool(value);
      else if (typeof value === 'number') {
        if (type === 'time') this.time(value);
        else this.real(value);
      } else if (type === 'uuid') this.uuid(value);
      else this.text(value);
    }
  }

  private length(bytes: number): void {
    this.view.setInt32(this.at, bytes);
    this.at += LENGTH_BYTES;
  }

  private uuid(id: string): void {
    this.length(BYTES.uuid);
    writeUuid(id, this.bytes, this.at);
    this.at += BYTES.uuid;
  }

  private time(ms: number): void {
    this.length(BYTES.time);
    const microseconds = (ms - EPOCH_MS) * MS_US;
    const high = Math.floor(microseconds / HALF);
    this.view.setInt32(this.at, high);
    this.view.setUint32(this.at + 4, microseconds - high * HALF);
    this.at += BYTES.time;
  }

  private real(value: number): void {
    this.length(BYTES.real);
    this.view.setFloat32(this.at, value);
    this.at += BYTES.real;
  }

  private bool(value: boolean): void {
    this.length(BYTES.bool);
    this.bytes[this.at++] = value ? 1 : 0;
  }

  private text(value: string): void {
    const bytes = this.bytes.write(value, this.at + LENGTH_BYTES);
    this.length(bytes);
    this.at += bytes;
  }
}

const TEXTS = COLUMN_LIST.flatMap(({ name, type }) => (type === 'text' ? [name as 'sessionId'] : []));

const sizeMax = (row: PageViewRow): number => {
  let size = FIXED_BYTES;
  for (const name of TEXTS) size += UTF8_MAX * (row[name]?.length ?? 0);
  return size;
};

/** Encodes rows as tuples, split between rows so that no chunk exceeds `bytesMax` bytes unless a single row does. */
export const encodeRows = (rows: readonly PageViewRow[], bytesMax: number): readonly Buffer[] => {
  const chunks: Buffer[] = [];
  let left = 0;
  for (const row of rows) left += sizeMax(row);
  let tuples = new TupleWriter(0);
  for (const row of rows) {
    const size = sizeMax(row);
    if (!tuples.hasRoom(size)) {
      chunks.push(tuples.written);
      tuples = new TupleWriter(Math.max(Math.min(left, bytesMax), size));
    }
    tuples.put(row);
    left -= size;
  }
  return [...chunks, tuples.written].filter(({ length }) => length > 0);
};

/** Reads consecutive tuples. Throws a RangeError beyond the end, and an Error if a column has the wrong size. */
class TupleReader {
  constructor(
    private readonly bytes: Buffer,
    private at = 0,
  ) {}

  get isAtEnd(): boolean {
    return this.at === this.bytes.length;
  }

  next(): PageViewRow {
    const count = this.bytes.readInt16BE(this.at);
    if (count < 1 || count > COLUMN_LIST.length) throw new Error(`rows: a tuple of ${count} columns`);
    this.at += COUNT_BYTES;
    const row: Record<string, string | number | boolean | null> = { ...EMPTY_ROW };
    for (let column = 0; column < count; column++) {
      const { name, type } = COLUMN_LIST[column]!;
      row[name] = this.value(type);
    }
    return row as unknown as PageViewRow;
  }

  private value(type: ColumnType): string | number | boolean | null {
    const length = this.bytes.readInt32BE(this.at);
    this.at += LENGTH_BYTES;
    if (length === NULL) {
      if (type === 'uuid') throw new Error('rows: a tuple without an id');
      return type === 'bool' ? false : null;
    }
    const at = this.at;
    this.at += length;
    if (length < 0 || this.at > this.bytes.length || (type !== 'text' && length !== BYTES[type]))
      throw new Error('rows: a column of the wrong size');
    switch (type) {
      case 'uuid':
        return uuidAt(this.bytes, at);
      case 'time':
        return Number(this.bytes.readBigInt64BE(at) / BigInt(MS_US)) + EPOCH_MS;
      case 'real':
        return this.bytes.readFloatBE(at);
      case 'bool':
        return this.bytes[at] === 1;
      case 'text':
        return this.bytes.toString('utf8', at, this.at);
    }
  }
}

/** True for a chunk of exits, whose rows have no `entered_at`. */
export const holdsExits = (bytes: Buffer): boolean =>
  bytes.length >= ENTERED_AT_OFFSET + LENGTH_BYTES && bytes.readInt32BE(ENTERED_AT_OFFSET) === NULL;

/** Decodes the rows of one chunk. Throws unless it consists of whole tuples. */
export const decodeRows = (bytes: Buffer): readonly PageViewRow[] => {
  const tuples = new TupleReader(bytes);
  const rows: PageViewRow[] = [];
  while (!tuples.isAtEnd) rows.push(tuples.next());
  return rows;
};
