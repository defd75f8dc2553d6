import { describe, expect, it } from 'vitest';
import { previewKeys, readPreview, signPreview } from './preview-link.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
const KEYS = ['first'.repeat(6), 'second'.repeat(6)];
const preview = { remote: 'mf-quiz', name: 'pr-12', until: new Date('2026-11-29T12:00:00Z') };
const link = signPreview(KEYS, preview)!;

describe('the link of a preview', () => {
  it('opens what was signed, until it expires', () => {
    expect(readPreview(KEYS, link, NOW)).toEqual(preview);
    expect(readPreview(KEYS, link, preview.until)).toBe('expired');
  });

  it('is accepted for every configured key, and signed with the first', () => {
    expect(readPreview([...KEYS].reverse(), link, NOW)).toEqual(preview);
    expect(readPreview(KEYS.slice(1), link, NOW)).toBeUndefined();
    expect(readPreview([], link, NOW)).toBeUndefined();
  });

  it.each([
    ['another remote', link.replace('mf-quiz', 'mf-offer')],
    ['another preview', link.replace('pr-12', 'pr-13')],
    ['a later end', link.replace(/[0-9a-z]+(?=\/[^/]+$)/, (seconds) => `${seconds}0`)],
    ['another signature', link.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))],
    ['no signature', link.replace(/\/[^/]+$/, '')],
    ['a short signature', link.slice(0, -1)],
    ['something appended', `${link}/x`],
    ['nothing', ''],
    ['a path', '../../etc/passwd'],
  ])('opens nothing with %s', (_what, altered) => {
    expect(altered).not.toBe(link);
    expect(readPreview(KEYS, altered, NOW)).toBeUndefined();
  });

  it('is not created without a key', () => {
    expect(signPreview([], preview)).toBeUndefined();
  });
});

it('keys are secrets separated by commas', () => {
  expect(previewKeys.parse(undefined)).toEqual([]);
  expect(previewKeys.parse(` ${KEYS.join(' , ')}`)).toEqual(KEYS);
  expect(previewKeys.safeParse('short').success).toBe(false);
});
