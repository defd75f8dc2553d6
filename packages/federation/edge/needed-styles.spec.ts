import { expect, it } from 'vitest';
import { neededStyles } from './needed-styles.ts';

const HTML = '<main class="a b"><p class="c wide:d &gt;e">.x { } class=&quot;x&quot;</p></main>';

it.each([
  ['a rule whose class occurs', '.a{x:1}', '.a{x:1}'],
  ['no rule whose class is missing', '.x{x:1}.c{x:2}', '.c{x:2}'],
  ['no rule that also needs a missing class', '.a .x{x:1}.a .c{x:2}', '.a .c{x:2}'],
  ['no rule whose class is only part of another', '.wide{x:1}', ''],
  ['a rule with a matching selector among others', '.x,.b:hover{x:1}', '.x,.b:hover{x:1}'],
  [
    'states and attributes',
    '.a:active,.x{x:1}.c[aria-pressed=true]{x:2}',
    '.a:active,.x{x:1}.c[aria-pressed=true]{x:2}',
  ],
  [
    'special characters in attributes',
    '[title=".x, {"].a{x:1}[title="] .a"] .x{x:2}[title=\'.x\']{x:3}',
    '[title=".x, {"].a{x:1}[title=\'.x\']{x:3}',
  ],
  [
    'names with escaped characters',
    '.wide\\:d{x:1}.wide\\:x{x:2}.\\>e{x:3}.\\61{x:4}',
    '.wide\\:d{x:1}.\\>e{x:3}.\\61{x:4}',
  ],
  ['rules without a class', ':root{--x:1}p::after{x:2}html:has(.x){x:3}', ':root{--x:1}p::after{x:2}'],
  [
    'rules with :not()',
    '.a:not(.x){x:1}.b:not(:is(.x, .y)){x:2}.x:not(.a){x:3}',
    '.a:not(.x){x:1}.b:not(:is(.x, .y)){x:2}',
  ],
  [
    'rules of which one of several alternatives matches',
    ':root[data-travel=back] :is(.x,.a){x:1}:is(.x,:where(.a)) .c{x:2}:is(.x,.a:is(.y,.z)){x:3}',
    ':root[data-travel=back] :is(.x,.a){x:1}:is(.x,:where(.a)) .c{x:2}',
  ],
  ['rules with :nth-child(of)', 'p:nth-child(2n + 1 of .x){x:1}.x:nth-child(2){x:2}', 'p:nth-child(2n + 1 of .x){x:1}'],
  [
    'matching rules within a condition',
    '@media (min-width:1px){.x{x:1}.a{x:2}}@supports (x:y){.x{x:3}}',
    '@media (min-width:1px){.a{x:2}}',
  ],
  [
    'conditions within conditions',
    '@media print{@container (width>1px){.x{x:1}}@supports (a:b){.a{x:2}}}',
    '@media print{@supports (a:b){.a{x:2}}}',
  ],
  [
    'the order of layers',
    '@layer one,two;@layer two{.x{x:1}}@layer three{@media print{.a{x:2}.x{x:3}}}',
    '@layer one,two;@layer two{}@layer three{@media print{.a{x:2}}}',
  ],
  ['rules within a matching rule', '.a{x:1;&:hover{x:2}.x &{x:3}}.x{.a &{x:4}}', '.a{x:1;&:hover{x:2}.x &{x:3}}'],
  ['@starting-style', '@starting-style{.a{x:1}.x{x:2}}', '@starting-style{.a{x:1}}'],
  ['@font-face', '@font-face{src:url(a)}', '@font-face{src:url(a)}'],
  [
    'custom properties',
    '@property --n{syntax:"<number>";inherits:false;initial-value:0}.a{--n:{.x{}};--o: }',
    '@property --n{syntax:"<number>";inherits:false;initial-value:0}.a{--n:{.x{}};--o: }',
  ],
  [
    'animations that are used',
    '.a{animation:rise 1s}@keyframes rise{from{x:1}}@keyframes fall{from{x:1}}',
    '.a{animation:rise 1s}@keyframes rise{from{x:1}}',
  ],
  [
    'animations that are used second, by a property, in quotes or under a condition',
    '.a{--m:sink;animation:rise 1s,fall 2s}@media print{.c{animation-name:"turn"}}@keyframes fall{to{x:1}}@keyframes sink{to{x:1}}@keyframes turn{to{x:1}}',
    '.a{--m:sink;animation:rise 1s,fall 2s}@media print{.c{animation-name:"turn"}}@keyframes fall{to{x:1}}@keyframes sink{to{x:1}}@keyframes turn{to{x:1}}',
  ],
  ['no animation that only a missing class uses', '.x{animation:rise 1s}.a{x:1}@keyframes rise{to{x:1}}', '.a{x:1}'],
  ['braces in strings', '.a::after{content:"}{"}.x{x:"{"}.c{x:1}', '.a::after{content:"}{"}.c{x:1}'],
  [
    'addresses with special characters',
    '.a{x:url(data:image/svg+xml;a{b}c)}.x{x:1}',
    '.a{x:url(data:image/svg+xml;a{b}c)}',
  ],
  ['no comments, whatever they contain', '/* .x{ */.a{x:1}/* } */.x/* .a */{x:1}', '.a{x:1}'],
  ['all of an invalid style sheet', '.x{x:1}.a{x:2', '.x{x:1}.a{x:2'],
  ['everything if a selector cannot be parsed', '.x{x:1}.a:is(.b{x:2}', '.x{x:1}.a:is(.b{x:2}'],
])('keeps %s', (_what, css, kept) => {
  expect(neededStyles(css, HTML)).toBe(kept);
});
