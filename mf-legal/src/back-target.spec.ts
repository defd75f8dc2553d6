import { expect, it } from 'vitest';
import { backTarget } from './back-target.ts';

const site = 'https://course.example';
const origins = ['/sales002', '/sales', '/', '/home', '/old001', '/old002', '/email'];
const fallback = '/sales002';

it.each([
  ['the screen that led here', { from: '/sales' }, '', '/sales'],
  ['the screen that led here', { from: '/old001' }, '', '/old001'],
  ['the screen that led here', { from: '/sales002' }, '', '/sales002'],
  ['the screen that led here', { from: '/email' }, '', '/email'],
  ['the screen that led here', { from: '/' }, '', '/'],
  ['the screen that led here', { from: '/home' }, '', '/home'],
  ['the screen that led here', { from: '/old002' }, '', '/old002'],
  ['the entry that is the referrer', null, `${site}/`, '/'],
  ['a path with a trailing slash', { from: '/sales/' }, '', '/sales'],
  ['the screen that led here rather than an older referrer', { from: '/sales' }, `${site}/old001`, '/sales'],
  ['the referrer when nothing else is known', null, `${site}/sales`, '/sales'],
  ['the referrer without its query and fragment', null, `${site}/old001?utm_source=x#top`, '/old001'],
  ['no older referrer when another screen led here', { from: '/name' }, `${site}/sales`, '/sales002'],
  ['no referrer of another site', null, 'https://elsewhere.example/sales', '/sales002'],
  ['no referrer whose host only starts with ours', null, `${site}.evil.example/sales`, '/sales002'],
  ['no address of another site', { from: 'https://elsewhere.example/sales' }, '', '/sales002'],
  ['no other screen', { from: '/payment-success' }, `${site}/q3`, '/sales002'],
  ['no malformed values', { from: 7 }, 'nonsense', '/sales002'],
  ['no other shape of state', 'sales', '', '/sales002'],
  ['the offer after a deep link', null, '', '/sales002'],
])('leads back to %s', (_case, state, referrer, target) => {
  expect(backTarget({ state, referrer, site, origins, fallback })).toBe(target);
});
