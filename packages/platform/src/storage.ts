/** Bumped when the shape of a stored value changes. Values of another version are rejected, not guessed at. */
const VERSION = 1;

/** Values that the device refused to store (private mode, blocked cookies, no space left): newer than what it has. */
const memory = new Map<string, string>();

export function readRaw(key: string): string | null {
  try {
    return memory.get(key) ?? globalThis.localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeRaw(key: string, value: string): void {
  try {
    globalThis.localStorage.setItem(key, value);
    memory.delete(key);
  } catch {
    memory.set(key, value);
  }
}

/** Returns whether the browser refused to store something, which a reload would lose. */
export const isStorageUnavailable = (): boolean => memory.size > 0;

/** Removes everything that this site keeps on the device, except one key. */
export function forgetAllBut(kept: string): void {
  memory.forEach((_value, key) => key === kept || memory.delete(key));
  try {
    for (const key of Object.keys(globalThis.localStorage)) if (key !== kept) globalThis.localStorage.removeItem(key);
  } catch {
    // Storage is refused, so there is nothing on the device.
  }
}

export function removeRaw(key: string): void {
  memory.delete(key);
  try {
    globalThis.localStorage.removeItem(key);
  } catch {
    // Storage is refused, so the value was only in memory.
  }
}

export const isText = (value: unknown): value is string => typeof value === 'string';
export const isTrue = (value: unknown): value is true => value === true;

/** Returns the stored value, or undefined if there is none or it has another version or shape. */
export function readVersioned<Value>(key: string, isValue: (value: unknown) => value is Value): Value | undefined {
  try {
    const parsed: unknown = JSON.parse(readRaw(key) ?? 'null');
    if (typeof parsed !== 'object' || parsed === null || !('version' in parsed) || !('value' in parsed))
      return undefined;
    return parsed.version === VERSION && isValue(parsed.value) ? parsed.value : undefined;
  } catch {
    return undefined;
  }
}

export const writeVersioned = (key: string, value: unknown): void =>
  writeRaw(key, JSON.stringify({ version: VERSION, value }));
