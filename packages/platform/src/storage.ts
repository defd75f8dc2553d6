/** Bumped when the shape of a stored value changes. Values of another version are refused, not guessed. */
const VERSION = 1;

/** What the device refused to keep (private mode, blocked cookies, no space left), newer than what the device has. */
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

/** True if the browser refused to store something: a reload would lose it. */
export const isStorageUnavailable = (): boolean => memory.size > 0;

/** Removes everything that this site keeps on the device, but for one key. */
export function forgetAllBut(kept: string): void {
  memory.forEach((_value, key) => key === kept || memory.delete(key));
  try {
    for (const key of Object.keys(globalThis.localStorage)) if (key !== kept) globalThis.localStorage.removeItem(key);
  } catch {
    // Refused: there is nothing on the device.
  }
}

export function removeRaw(key: string): void {
  memory.delete(key);
  try {
    globalThis.localStorage.removeItem(key);
  } catch {
    // Refused: memory is clean.
  }
}

/** The stored value, or undefined when there is none, or it is of another version or shape. */
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
