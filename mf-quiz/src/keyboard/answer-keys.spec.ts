import { describe, expect, it } from 'vitest';
import { keyCommandOf, type KeyPress, nextFocusIndex } from './answer-keys.tsx';

const press = (key: string, overrides: Partial<KeyPress> = {}): KeyPress => ({
  key,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  repeat: false,
  ...overrides,
});

describe('a key on a question', () => {
  it.each([
    ['1', 0],
    ['9', 8],
  ])('%s chooses the answer with that number', (key, choose) => expect(keyCommandOf(press(key))).toEqual({ choose }));

  it.each([
    ['ArrowDown', 1],
    ['ArrowRight', 1],
    ['ArrowUp', -1],
    ['ArrowLeft', -1],
  ])('%s moves the focus', (key, move) => expect(keyCommandOf(press(key))).toEqual({ move }));

  it.each(['0', 'a', 'Enter', ' ', 'F1', '12'])('%s is ignored', (key) => expect(keyCommandOf(press(key))).toBeNull());

  it.each(['altKey', 'ctrlKey', 'metaKey', 'shiftKey'] as const)('is ignored together with %s', (modifier) => {
    expect(keyCommandOf(press('1', { [modifier]: true }))).toBeNull();
    expect(keyCommandOf(press('ArrowLeft', { [modifier]: true }))).toBeNull();
  });

  it('chooses once while held down, but keeps moving the focus', () => {
    expect(keyCommandOf(press('1', { repeat: true }))).toBeNull();
    expect(keyCommandOf(press('ArrowDown', { repeat: true }))).toEqual({ move: 1 });
  });
});

describe('the focus', () => {
  it.each<[number, 1 | -1, number | null]>([
    [0, 1, 1],
    [2, 1, 0],
    [0, -1, 2],
    [-1, 1, 0],
    [-1, -1, null],
  ])('goes from answer %i by %i to %s of three', (from, move, to) => expect(nextFocusIndex(from, move, 3)).toBe(to));

  it('goes nowhere without answers', () => expect(nextFocusIndex(-1, 1, 0)).toBeNull());
});
