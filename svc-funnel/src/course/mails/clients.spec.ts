import { beforeAll, describe, expect, it } from 'vitest';
import {
  asOutlookReads,
  contrastProblems,
  gmailProblems,
  outlookProblems,
  shownNumbers,
  wrapProblems,
} from '../../../test/mail-clients.ts';
import { SAMPLE_MAILS } from '../../../test/sample-mails.ts';
import { renderMail } from './render.ts';

const KB = 1024;

describe.each(Object.entries(SAMPLE_MAILS))('a mail of the kind %s', (_kind, mail) => {
  let html: string;
  let text: string;
  beforeAll(async () => {
    ({ html, text } = await renderMail(mail));
  });

  it('has the same layout in classic Outlook as elsewhere', () => {
    expect(outlookProblems(html)).toEqual([]);
    expect(asOutlookReads(html)).toContain('width="600"');
  });

  it('is not clipped by Gmail', () => {
    expect(gmailProblems(html)).toEqual([]);
  });

  it('has readable text in light and in dark colours', () => {
    expect(contrastProblems(html)).toEqual([]);
  });

  it('has every number and date of the HTML in its text', () => {
    const numbers = shownNumbers(html);
    expect(numbers.filter((number) => !text.includes(number))).toEqual([]);
  });

  it('wraps preformatted text', () => {
    expect(wrapProblems(html)).toEqual([]);
  });
});

const bounded = (inner: string): string =>
  `<html><head></head><body><!--[if mso]><table width="600"><tr><td><![endif]-->${inner}<!--[if mso]></td></tr></table><![endif]--></body></html>`;

describe('the checks themselves find', () => {
  it.each([
    ['a text as wide as the window', '<html><body><p>Hello</p></body></html>', 'as wide as the window'],
    ['padding that Word drops', bounded('<div style="padding:8px 0">Hello</div>'), 'would lose padding:8px 0'],
    ['flex', bounded('<div style="display:flex">Hello</div>'), 'laid out by flex'],
    ['a background picture', bounded('<p style="background:url(x.png)">Hello</p>'), 'background picture'],
    ['an open comment', bounded('<!--[if mso]>'), 'conditional comments begin'],
    [
      'a layout table without its attributes',
      bounded('<table role="presentation"><tr><td>x</td></tr></table>'),
      'has no border',
    ],
    ['a picture without a size', bounded('<img alt="">'), 'no size'],
  ])('%s', (_case, html, problem) => {
    expect(outlookProblems(html).join('; ')).toContain(problem);
  });

  it('a mail that is too long, and a style sheet that is', () => {
    expect(gmailProblems('x'.repeat(103 * KB))).toHaveLength(1);
    expect(gmailProblems(`<style>${'x'.repeat(9000)}</style>`)).toHaveLength(1);
  });

  it('a colour that cannot be read in dark mode', () => {
    const sheet = '<style>@media (prefers-color-scheme:dark){.g{background-color:#111111!important}}</style>';
    const html = `<html><head>${sheet}</head><body class="g" style="background-color:#ffffff;color:#222222">Hello</body></html>`;
    expect(contrastProblems(html)).toEqual([
      expect.stringMatching(/^dark: <body class="g">: #222222 on #111111 is 1\.\d/),
    ]);
  });

  it('a block that does not wrap', () => {
    expect(wrapProblems('<html><body><pre style="white-space:pre">x</pre></body></html>')).toHaveLength(1);
  });
});
