import { LINK_TOKEN } from '@course/contracts';
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { courseToken, hashToken, offerUrlOf, tokenOf, type LinkSubject } from './links.ts';

const [OLD, NEW] = ['an-old-link-key-of-these-tests-00001', 'a-new-link-key-of-these-tests-000001'];
const subject: LinkSubject = { orderId: randomUUID(), purpose: 'read', generation: 1 };

describe('a token', () => {
  it('has 256 bits in characters that are safe in a URL', () => {
    expect(courseToken([NEW], subject)).toMatch(LINK_TOKEN);
  });

  it('is the same each time, so that every mail carries the same link', () => {
    expect(courseToken([NEW, OLD], subject)).toBe(courseToken([NEW], subject));
  });

  it.each<[string, string, LinkSubject]>([
    ['key', OLD, subject],
    ['order', NEW, { ...subject, orderId: randomUUID() }],
    ['purpose', NEW, { ...subject, purpose: 'unsubscribe' }],
    ['generation', NEW, { ...subject, generation: 2 }],
  ])('differs for a different %s', (_what, key, other) => {
    expect(courseToken([key], other)).not.toBe(courseToken([NEW], subject));
  });
});

describe('after a rotation of the keys', () => {
  const stored = { ...subject, tokenHash: hashToken(courseToken([OLD], subject)) };

  it('a link stays the same as in earlier mails', () => {
    expect(tokenOf([NEW, OLD], stored)).toBe(courseToken([OLD], subject));
  });

  it('a link cannot be derived once its key is removed', () => {
    expect(tokenOf([NEW], stored)).toBeUndefined();
  });
});

it('the link to the offer may name a plan, and nothing personal', () => {
  const env = { publicUrl: 'https://course.example' };
  expect([offerUrlOf(env), offerUrlOf(env, '1week')]).toEqual([
    'https://course.example/sales002',
    'https://course.example/sales002?plan=1week',
  ]);
});
