import { bucketOf, BUCKETS, type Split } from '@course/contracts';
import { createSession } from '@course/contracts';
import { describe, expect, it } from 'vitest';
import { variantIn } from './variant.ts';

const entry: Split = [
  ['/', 1],
  ['/home', 1],
];
const sales: Split = [
  ['/sales', 1],
  ['/sales002', 1],
];
const ID = 'session_1790000000000_aaaaaaaaaaaaaaaaaaaaaaaa';
const salesOf = (id: string) => (bucketOf(id) < BUCKETS / 2 ? 'sales' : 'sales002');

describe('the variant of a session', () => {
  it.each([
    ['nothing is split', {}, 'split_bucket=1', undefined],
    ['the entry is split, but this visitor came by another address', { entry }, 'other=1', undefined],
    ['the entry is split', { entry }, 'a=b; split_bucket=0', 'entry=root'],
    ['the entry is split, from the other half', { entry }, 'split_bucket=9999; a=b', 'entry=home'],
    ['the cookie is nonsense', { entry }, 'split_bucket=home', undefined],
    ['sales pages are split', { sales }, '', `sales=${salesOf(ID)}`],
    ['both are split', { entry, sales }, 'split_bucket=0', `entry=root,sales=${salesOf(ID)}`],
  ])('when %s', (_case, splits, cookies, variant) => {
    expect(variantIn(splits, cookies, ID)).toBe(variant);
  });

  it('is accepted by the server', () => {
    const variant = variantIn({ entry: [['/old001', 1]], sales: [['/sales002', 1]] }, 'split_bucket=7', ID);
    expect(createSession.safeParse({ id: ID, variant }).error).toBeUndefined();
  });
});
