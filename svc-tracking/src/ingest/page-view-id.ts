import { createHmac, createSecretKey, hash, randomBytes, type KeyObject } from 'node:crypto';

// Bytes of a UUIDv7: 0-5 time in ms, 6-11 what makes it unique (42 bits beside version and variant), 12-15 our check.
const TIME_BYTES = 6;
const UNIQUE_BYTES = 6;
const SIGNED_BYTES = TIME_BYTES + UNIQUE_BYTES;
const BYTES = 16;

/** Six random bytes. */
const randomUnique = (): Buffer => randomBytes(UNIQUE_BYTES);

const format = (bytes: Buffer): string => {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};

const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

const check = (key: KeyObject, bytes: Buffer): number =>
  createHmac('sha256', key).update(bytes.subarray(0, SIGNED_BYTES)).digest().readUInt32BE(0);

/** The time inside a UUIDv7, in ms since 1970. */
export const timeOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

/**
 * Page-view ids: UUIDv7 whose last 32 bits are a keyed check of the others, so that a made-up id is told without
 * a look-up (one guess in 4 billion passes, and it reaches no one's page view but a row of its own).
 * The first secret signs, all verify. A retry that straddles a change of the first secret becomes a second row.
 */
export class PageViewIds {
  private readonly keys: readonly KeyObject[];

  constructor(
    secrets: readonly string[],
    private readonly unique: () => Buffer = randomUnique,
  ) {
    this.keys = secrets.map((secret) => createSecretKey(Buffer.from(secret, 'utf8')));
  }

  /** A new id. `timeMs` in ms since 1970. */
  fresh(timeMs: number): string {
    return this.sign(timeMs, this.unique());
  }

  /** The id that this session's page view with this key has, however often one asks. */
  of(sessionId: string, key: string, timeMs: number): string {
    return this.sign(timeMs, hash('sha256', `${sessionId}\n${key.toLowerCase()}`, 'buffer'));
  }

  /** Whether this service gave out the id. Takes any UUID. */
  isOurs(id: string): boolean {
    const bytes = bytesOf(id);
    const given = bytes.readUInt32BE(SIGNED_BYTES);
    return this.keys.some((key) => check(key, bytes) === given);
  }

  private sign(timeMs: number, unique: Buffer): string {
    const signer = this.keys[0];
    if (!signer) throw new Error('There is no key to sign page-view ids with');
    const bytes = Buffer.allocUnsafe(BYTES);
    bytes.writeUIntBE(timeMs, 0, TIME_BYTES);
    unique.copy(bytes, TIME_BYTES, 0, UNIQUE_BYTES);
    bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6);
    bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
    bytes.writeUInt32BE(check(signer, bytes), SIGNED_BYTES);
    return format(bytes);
  }
}
