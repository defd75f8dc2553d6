import { table } from '@course/federation/table';
import type { DeadLetter } from './dead-letters.ts';

const SHOWN_LENGTH = 60;

const cut = (text: string): string => (text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH - 1)}…` : text);

/** Escapes control characters: the text comes from outside and must not control the terminal. */
const printable = (text: string): string =>
  text.replaceAll(
    /[\u0000-\u001F\u007F-\u009F]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Returns the kind of a letter's event, if it can be parsed. */
const kindOf = (text: string): string => {
  try {
    const value: unknown = JSON.parse(text);
    const kind: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'kind') : undefined;
    return typeof kind === 'string' ? cut(printable(kind)) : 'unknown';
  } catch {
    return 'unknown';
  }
};

export const letterTable = (letters: readonly DeadLetter[]): string =>
  table(
    ['id', 'given up at (UTC)', 'kind', 'reason'],
    letters.map(({ id, at, text, reason }) => [id, new Date(at).toISOString(), kindOf(text), cut(printable(reason))]),
  );

export const letterText = ({ id, at, streamId, text, reason }: DeadLetter): string =>
  [
    `id         ${id}`,
    `given up   ${new Date(at).toISOString()}`,
    `entry      ${streamId}`,
    `reason     ${printable(reason)}`,
    `event      ${printable(text)}`,
  ].join('\n');
