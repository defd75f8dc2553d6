const DIGITS = Uint8Array.from({ length: 128 }, (_, code) => Number.parseInt(String.fromCharCode(code), 16) || 0);

/** The value of the hexadecimal digit at this place of a text; 0 for anything else. */
export const digitAt = (text: string, at: number): number => DIGITS[text.charCodeAt(at)] ?? 0;

/** Where the two digits of each byte stand in a UUID's text. */
export const UUID_PLACES = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34] as const;
