const VARIANT = 0x80;

/**
 * Returns a UUIDv7 (RFC 9562): 48 bits of milliseconds, then random bits.
 * Not `crypto.randomUUID`, which is not available to pages served over plain http.
 */
export function uuidV7(now: number, random = crypto.getRandomValues(new Uint8Array(10))): string {
  const bytes = [...random].map((byte, index) => (index === 2 ? (byte & 0x3f) | VARIANT : byte));
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const time = now.toString(16).padStart(12, '0').slice(-12);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(1, 4)}-${hex.slice(4, 8)}-${hex.slice(8)}`;
}
