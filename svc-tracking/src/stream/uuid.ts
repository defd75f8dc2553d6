export const UUID_BYTES = 16;

/** Position of each byte's two digits in a UUID's text. */
const PLACES = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34] as const;
const TIME_BYTES = 6;

const VALUES = Uint8Array.from({ length: 128 }, (_, code) => Number.parseInt(String.fromCharCode(code), 16) || 0);
const DIGITS = Buffer.from('0123456789abcdef');
const text = Buffer.alloc(36, '-');

/** Returns the value of the hexadecimal digit at this position; 0 for any other character. */
const digitAt = (id: string, place: number): number => VALUES[id.charCodeAt(place)] ?? 0;
const byteAt = (id: string, place: number): number => (digitAt(id, place) << 4) | digitAt(id, place + 1);

/** Writes a UUID as bytes. */
export const writeUuid = (id: string, bytes: Buffer, at: number): void => {
  let next = at;
  for (const place of PLACES) bytes[next++] = byteAt(id, place);
};

/**
 * Returns the UUID in these bytes as text. Uses one shared buffer, because slicing would leave ten strings to the
 * garbage collector.
 */
export const uuidAt = (bytes: Buffer, at: number): string => {
  let next = at;
  for (const place of PLACES) {
    const byte = bytes[next++] ?? 0;
    text[place] = DIGITS[byte >> 4] ?? 0;
    text[place + 1] = DIGITS[byte & 15] ?? 0;
  }
  return text.toString('latin1');
};

/** Returns the time inside a UUIDv7, in ms since 1970. */
export const timeOf = (id: string): number => {
  let time = 0;
  for (const place of PLACES.slice(0, TIME_BYTES)) time = time * 256 + byteAt(id, place);
  return time;
};
