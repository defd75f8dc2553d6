import { expect, it } from 'vitest';
import { neededStyles } from './needed-styles.ts';

const HTML = '<main class="a b"><p class="c">.x { }</p></main>';

it.each([
  ['a rule whose class is there', '.a{x:1}', '.a{x:1}'],
  ['no rule whose class is missing', '.x{x:1}.c{x:2}', '.c{x:2}'],
  ['no rule that needs a missing class as well', '.a .x{x:1}.a .c{x:2}', '.a .c{x:2}'],
  ['a rule one of whose selectors fits', '.x,.b:hover{x:1}', '.x,.b:hover{x:1}'],
  ['states and attributes', '.a:active,.x{x:1}.c[aria-pressed=true]{x:2}', '.a:active,.x{x:1}.c[aria-pressed=true]{x:2}'],
  ['rules without a class', ':root{--x:1}p::after{x:2}html:has(.x){x:3}', ':root{--x:1}p::after{x:2}'],
  ['what is excluded or one of several', '.a:not(.x){x:1}:root[data-travel=back] :is(.x,.a){x:2}', '.a:not(.x){x:1}:root[data-travel=back] :is(.x,.a){x:2}'],
  ['what fits within a condition', '@media (min-width:1px){.x{x:1}.a{x:2}}@supports (x:y){.x{x:3}}', '@media (min-width:1px){.a{x:2}}'],
  ['faces', '@font-face{src:url(a)}', '@font-face{src:url(a)}'],
  ['animations that are named', '.a{animation:rise 1s}@keyframes rise{from{x:1}}@keyframes fall{from{x:1}}', '.a{animation:rise 1s}@keyframes rise{from{x:1}}'],
  ['braces in texts', '.a::after{content:"}{"}.x{x:"{"}.c{x:1}', '.a::after{content:"}{"}.c{x:1}'],
])('keeps %s', (_what, css, kept) => {
  expect(neededStyles(css, HTML)).toBe(kept);
});
