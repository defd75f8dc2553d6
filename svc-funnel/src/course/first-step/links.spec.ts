import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { firstStepIdIn, firstStepLinks, firstStepToken } from './links.ts';

const [OLD, NEW] = ['an-old-link-key-of-these-tests-00001', 'a-new-link-key-of-these-tests-000001'];

it('a token yields the id of its request with any of the keys', () => {
  for (let n = 0; n < 50; n += 1) {
    const id = randomUUID();
    const token = firstStepToken([OLD], 'confirm', id);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(firstStepIdIn([NEW, OLD], 'confirm', token)).toBe(id);
    expect(firstStepIdIn([NEW], 'confirm', token)).toBeNull();
    expect(firstStepIdIn([OLD], 'leave', token)).toBeNull();
  }
});

it('a token with any bit changed is refused', () => {
  const bytes = Buffer.from(firstStepToken([OLD], 'leave', randomUUID()), 'base64url');
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const changed = Buffer.from(bytes);
    changed[bit >> 3]! ^= 1 << (bit & 7);
    expect(firstStepIdIn([OLD], 'leave', changed.toString('base64url'))).toBeNull();
  }
});

it.each(['', 'A'.repeat(42), 'A'.repeat(44), `${'A'.repeat(42)}=`, '../'.repeat(14) + 'a'])(
  '%j is not a token',
  (token) => {
    expect(firstStepIdIn([OLD], 'confirm', token)).toBeNull();
  },
);

it('links carry tokens in fragments, except for the one-click URL, and nothing personal', () => {
  const id = randomUUID();
  const links = firstStepLinks({ publicUrl: 'https://course.example', course: { linkKeys: [OLD] } }, id);
  const leave = firstStepToken([OLD], 'leave', id);
  expect(links).toEqual({
    confirmUrl: `https://course.example/first-step#t=${firstStepToken([OLD], 'confirm', id)}`,
    leaveUrl: `https://course.example/first-step#t=${leave}.leave`,
    oneClickUrl: `https://course.example/api/first-step/unsubscribe/${leave}`,
  });
});
