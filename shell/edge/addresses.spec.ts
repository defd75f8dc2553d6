import { expect, it } from 'vitest';
import { isApiPath, originForm, pageAddress, withoutTrailingSlashes } from './addresses.ts';

it.each([
  ['/q1?a=1', '/q1?a=1'],
  ['http://funnel.example/q1?a=1', '/q1?a=1'],
  ['http://funnel.example', '/'],
  ['*', '/*'],
])('reads the target %s as %s', (target, url) => {
  expect(originForm(target)).toBe(url);
});

it.each([
  ['/q1', { pathname: '/q1', search: '' }],
  ['/q1/?next=//evil.example', { pathname: '/q1/', search: '?next=//evil.example' }],
  ['//', undefined],
  ['//[', undefined],
  ['//evil.example/', undefined],
  ['/\\evil.example/', undefined],
])('reads the address of the page %s', (url, address) => {
  expect(pageAddress(url)).toEqual(address);
});

it.each([
  ['/', '/'],
  ['/q1', '/q1'],
  ['/q1/', '/q1'],
  ['/q1///', '/q1'],
])('takes the slashes from the end of %s', (given, path) => {
  expect(withoutTrailingSlashes(given)).toBe(path);
});

it.each([
  ['/api', true],
  ['/API/sessions', true],
  ['/Api/', true],
  ['/apis', false],
  ['/q1', false],
])('knows %s as part of the API: %s', (path, isApi) => {
  expect(isApiPath(path)).toBe(isApi);
});
