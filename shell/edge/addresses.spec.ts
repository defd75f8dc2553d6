import { expect, it } from 'vitest';
import { isApiPath, originForm, pageAddress, withoutTrailingSlashes } from './addresses.ts';

it.each([
  ['/q1?a=1', '/q1?a=1'],
  ['http://funnel.example/q1?a=1', '/q1?a=1'],
  ['http://funnel.example', '/'],
  ['*', '/*'],
])('reads the request target %s as %s', (target, url) => {
  expect(originForm(target)).toBe(url);
});

it.each([
  ['/q1', { pathname: '/q1', search: '' }],
  ['/q1/?next=//evil.example', { pathname: '/q1/', search: '?next=//evil.example' }],
  ['//', undefined],
  ['//[', undefined],
  ['//evil.example/', undefined],
  ['/\\evil.example/', undefined],
])('splits the page address %s into path and query', (url, address) => {
  expect(pageAddress(url)).toEqual(address);
});

it.each([
  ['/', '/'],
  ['/q1', '/q1'],
  ['/q1/', '/q1'],
  ['/q1///', '/q1'],
])('strips trailing slashes from %s', (pathname, path) => {
  expect(withoutTrailingSlashes(pathname)).toBe(path);
});

it.each([
  ['/api', true],
  ['/API/sessions', true],
  ['/Api/', true],
  ['/apis', false],
  ['/q1', false],
])('tells whether %s belongs to the API: %s', (path, isApi) => {
  expect(isApiPath(path)).toBe(isApi);
});
