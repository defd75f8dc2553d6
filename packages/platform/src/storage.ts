/** Bumped when the shape of a stored value changes. Values of another version are refused, not guessed. */
const VERSION = 1;

const memory = new Map<string, string>();

/** Storage may be refused (private mode, blocked cookies); the page then lives from memory. */
function device(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

export function readRaw(key: string): string | null {
  try {
    return device()?.getItem(key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

export function writeRaw(key: string, value: string): void {
  memory.set(key, value);
  try {
    device()?.setItem(key, value);
  } catch {
    // Full or refused: memory has it.
  }
}

export function removeRaw(key: string): void {
  memory.delete(key);
  try {
    device()?.removeItem(key);
  } catch {
    // Refused: memory is clean.
  }
}

/** The stored value, or undefined when there is none, or it is of another version or shape. */
export function readVersioned<Value>(key: string, isValue: (value: unknown) => value is Value): Value | undefined {
  try {
    const parsed: unknown = JSON.parse(readRaw(key) ?? 'null');
    if (typeof parsed !== 'object' || parsed === null || !('version' in parsed) || !('value' in parsed)) return undefined;
    return parsed.version === VERSION && isValue(parsed.value) ? parsed.value : undefined;
  } catch {
    return undefined;
  }
}

export const writeVersioned = (key: string, value: unknown): void => writeRaw(key, JSON.stringify({ version: VERSION, value }));
