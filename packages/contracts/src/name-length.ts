/** Characters of a visitor's name: code points, so that a letter or an emoji counts once, however UTF-16 writes it. */
export const NAME_MAX = 100;

const NAME = new RegExp(`^[^]{1,${NAME_MAX}}$`, 'u');

/** True for 1 to 100 characters. */
export const isNameLength = (name: string): boolean => NAME.test(name);

/** The first 100 characters. */
export const clippedName = (name: string): string => [...name].slice(0, NAME_MAX).join('');
