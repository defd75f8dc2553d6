import { createHash, randomBytes } from 'node:crypto';
import { UUID_BYTES, uuidAt, writeUuid } from '../stream/uuid.ts';
import { sipHash, sipKey, type SipKey } from './sip-hash.ts';

// Bytes of our UUIDv7: 0-5 time in ms, 6-11 the unique part (42 bits besides version and variant), 12-15 our check.
const TIME_BYTES = 6;
const UNIQUE_BYTES = 6;
const SIGNED_BYTES = TIME_BYTES + UNIQUE_BYTES;
/** Four times the size of the longest session id and key. */
const MESSAGE_MAX_BYTES = 512;

/** The two keys derived from one secret. Separate, so that no hash a client can obtain is also a valid check. */
interface Keys {
  readonly check: SipKey;
  readonly unique: SipKey;
}

const keysOf = (secret: string): Keys => {
  const digest = createHash('sha256').update(secret, 'utf8').digest();
  return { check: sipKey(digest.subarray(0, 16)), unique: sipKey(digest.subarray(16)) };
};

/**
 * Issues and verifies page-view ids: UUIDv7 whose last 32 bits are a keyed check of the others, so that a made-up id is
 * recognised without a look-up. One guess in 4 billion passes, and it gets a row of its own rather than somebody's page
 * view. The first secret signs, all verify. A retry that straddles a change of the first secret becomes a second row.
 */
export class PageViewIds {
  private readonly keys: readonly Keys[];
  private readonly hash = new Uint32Array(2);
  private readonly message = Buffer.allocUnsafe(MESSAGE_MAX_BYTES);
  private readonly bytes = Buffer.allocUnsafe(UUID_BYTES);

  constructor(secrets: readonly string[]) {
    this.keys = secrets.map(keysOf);
  }

  /** Returns a new random id. `timeMs` in ms since 1970. */
  fresh(timeMs: number): string {
    const unique = randomBytes(UNIQUE_BYTES);
    return this.sign(timeMs, unique.readUInt32BE(0), unique.readUInt16BE(4));
  }

  /** Returns the id of this session's page view with this key: the same one every time. */
  of(sessionId: string, key: string, timeMs: number): string {
    const length = this.message.write(sessionId, 0);
    const end = length + this.message.write(key.toLowerCase(), length);
    sipHash(this.signer.unique, this.message, end, this.hash);
    return this.sign(timeMs, this.hash[0] ?? 0, (this.hash[1] ?? 0) & 0xffff);
  }

  /** True if this service issued the id. Accepts any UUID. */
  isOurs(id: string): boolean {
    const { bytes } = this;
    writeUuid(id, bytes, 0);
    const claimed = bytes.readUInt32BE(SIGNED_BYTES);
    return this.keys.some((key) => this.check(key, bytes) === claimed);
  }

  private get signer(): Keys {
    const [signer] = this.keys;
    if (!signer) throw new Error('There is no key to sign page-view ids with');
    return signer;
  }

  private check({ check }: Keys, bytes: Buffer): number {
    sipHash(check, bytes, SIGNED_BYTES, this.hash);
    return this.hash[0] ?? 0;
  }

  private sign(timeMs: number, unique: number, uniqueEnd: number): string {
    const { bytes } = this;
    bytes.writeUIntBE(timeMs, 0, TIME_BYTES);
    bytes.writeUInt32BE(unique, TIME_BYTES);
    bytes.writeUInt16BE(uniqueEnd, TIME_BYTES + 4);
    bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6);
    bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
    bytes.writeUInt32BE(this.check(this.signer, bytes), SIGNED_BYTES);
    return uuidAt(bytes, 0);
  }
}
