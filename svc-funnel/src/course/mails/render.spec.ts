import {
  IMMEDIATE_PERFORMANCE,
  modelWithdrawalForm,
  PLANS,
  priceOf,
  PRODUCT,
  SELLER,
  WITHDRAW_LABEL,
  withdrawalNotice,
} from '@course/funnel';
import { beforeAll, describe, expect, it } from 'vitest';
import { DARK, LIGHT, STYLE_SHEET, SURFACES, type Colour } from './theme.ts';
import type { Mail, MailOf } from './kinds.ts';
import type { RenderedMail } from './mail.ts';
import { lessonBody } from './parts/lesson-body.ts';
import { renderMail } from './render.ts';
import {
  A_LESSON,
  aConfirmation,
  aFirstStepMail,
  aLessonMail,
  anOwnerAlert,
  anOwnerRefundRequest,
  aReminder,
  LINKS,
  REFUND_URL,
  aWithdrawalReceipt,
  OBJECTION_URL,
  RESUME_URL,
  SAMPLE_MAILS,
} from '../../../test/sample-mails.ts';

const everyMail = Object.entries(SAMPLE_MAILS);
const ALLOWED_LINKS = [
  ...Object.values(LINKS),
  REFUND_URL,
  RESUME_URL,
  SAMPLE_MAILS.second_order.undoUrl,
  OBJECTION_URL,
  SAMPLE_MAILS.confirmation.withdrawalUrl,
  SAMPLE_MAILS.first_step_confirm.confirmUrl,
  SAMPLE_MAILS.first_step_confirm.leaveUrl,
  SAMPLE_MAILS.first_step.offerUrl,
  SAMPLE_MAILS.checkout_reminder.offerUrl,
  SAMPLE_MAILS.payment_failed.offerUrl,
  LINKS.courseUrl.replace('#', '?lesson=3&done=ask#'),
  LINKS.courseUrl.replace('#', '?schedule=change#'),
  `mailto:${PRODUCT.supportEmail}`,
];

const linksOf = (html: string): string[] =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
/** Returns what a reader sees: no head, no tags. */
const visibleText = (html: string): string =>
  html
    .slice(html.indexOf('</head>'))
    .replace(/<!--.*?-->/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ');

describe.each(everyMail)('a mail of the kind %s', (_kind, mail) => {
  let rendered: RenderedMail;
  beforeAll(async () => {
    rendered = await renderMail(mail);
  });

  it('is a complete document with language, title, colour schemes and a preview for the inbox', () => {
    const { html } = rendered;
    expect(html).toMatch(/^<!DOCTYPE html/);
    expect(html).toMatch(/<html[^>]* lang="en"/);
    expect(html).toMatch(/<title>[^<]+<\/title>/);
    expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
    expect(html).toMatch(/data-skip-in-text="true"[^>]*>[^<]{10,}/);
  });

  it('loads nothing and runs nothing: no picture, pixel, script or font from elsewhere', () => {
    const { html } = rendered;
    expect(html).not.toMatch(/<(img|svg|script|iframe|link|object|video|form|input)\b|url\(|@import|\ssrc=|\son\w+=/i);
  });

  it('links only to the expected URLs', () => {
    const { html } = rendered;
    expect(linksOf(html).filter((href) => !ALLOWED_LINKS.includes(href))).toEqual([]);
  });

  it('has the URL of every link in its text', () => {
    const { html, text } = rendered;
    for (const href of linksOf(html)) expect(text).toContain(href.replace('mailto:', ''));
    expect(text).not.toMatch(/<\/?[a-z]+[^>]*>|&(amp|nbsp|#x)|undefined|null|NaN|\[object/);
    expect(text).not.toMatch(/\n{3,}/);
  });

  it('has a one-line subject that begins with a word', () => {
    expect(rendered.subject).toMatch(/^[\p{L}\p{N}$][^\r\n]{8,119}$/u);
  });

  // Rules of SpamAssassin that our own words once matched, for a point each: END_FUTURE_EMAILS and HEXHASH_WORD.
  it('has no words that spam filters look for', () => {
    const { html, text } = rendered;
    for (const words of [visibleText(html), text.replace(/\s+/g, ' ')]) {
      expect(words).not.toMatch(
        /\b(end|stop|cease|discontinue|removed?|forego|wish|want|no) (receiving |to receive |get |from )?(these|our|any|future|further) (future |further )?(e-?mail|mailing|message|notice|alert)/i,
      );
      expect([...words.matchAll(/\s[A-Z]?[a-z]{1,15}:?\s[-0-9a-f]{10,64}\s[A-Z]?[a-z]/g)].length).toBeLessThan(2);
    }
  });

  it('is small enough not to be clipped by a mail program', () => {
    expect(Buffer.byteLength(rendered.html)).toBeLessThan(90_000);
  });

  it('renders the same each time', async () => {
    expect(await renderMail(mail)).toEqual(rendered);
  });
});

describe('what was bought', () => {
  it.each(
    PLANS.flatMap((plan) =>
      (['discounted', 'original'] as const).map((pricing) => [plan.title, pricing, plan] as const),
    ),
  )("%s, %s: shows the order's own price", async (_title, pricing, plan) => {
    const amountCents = priceOf(plan, pricing);
    const { html, text } = await renderMail(aConfirmation({ planTitle: plan.title, days: plan.days, amountCents }));
    const shown = `$${Math.floor(amountCents / 100)}.${String(amountCents % 100).padStart(2, '0')}`;
    expect(visibleText(html)).toContain(`${shown}, once`);
    expect(text).toContain(`${shown}, once`);
    expect(text).toContain(`${plan.title.toLowerCase()}, ${plan.days} lessons`);
  });

  it("names the order, the day of the first lesson in the reader's time zone, and the end of the guarantee", async () => {
    const { html, text } = await renderMail(
      aConfirmation({ timeZone: 'America/Los_Angeles', firstLessonAt: new Date('2026-11-22T15:00:00Z') }),
    );
    for (const words of [visibleText(html), text]) {
      expect(words).toContain('K7XM-4PRH');
      expect(words).toMatch(/Sunday, November 22, about 7:00\sAM PST/);
      expect(words).toContain('until December 21, 2026');
    }
  });

  it('names the seller and the terms that were accepted, and when', async () => {
    const { html, text } = await renderMail(aConfirmation());
    for (const words of [visibleText(html), text]) {
      expect(words).toContain(SELLER.name);
      expect(words).toMatch(/Terms of Service of November 21, 2026, accepted on November 21, 2026, 8:10\sPM GMT\+1/);
    }
    expect((await renderMail(aConfirmation({ terms: null }))).text).not.toContain('Terms of Service');
  });

  it.each([
    ['off', false],
    ['included', true],
  ] as const)('with tax %s mentions VAT: %s', async (tax, isSaid) => {
    const { html, text } = await renderMail(aConfirmation({ tax }));
    for (const words of [visibleText(html), text]) expect(words.includes('$22.40, once, including VAT')).toBe(isSaid);
  });

  it("falls back to UTC if the reader's time zone is unknown", async () => {
    expect((await renderMail(aConfirmation({ timeZone: 'Mars/Olympus' }))).text).toMatch(/6:00\sAM UTC/);
  });

  it('shows another currency with its code', async () => {
    expect((await renderMail(aConfirmation({ currency: 'eur' }))).text).toContain('22.40 EUR');
  });
});

describe("a reader's name", () => {
  it.each([
    ['quotes', `Ada "O'Neil" & Co`, 'Ada &quot;O&#x27;Neil&quot; &amp; Co'],
    ['emoji', '👩‍🚀 Ada', '👩‍🚀 Ada'],
    ['digits at its end', 'Ada20251122', 'Ada20251122'],
    ['initials and titles', 'Dr. J. R. Ada', 'Dr. J. R. Ada'],
    ['letters of any script', 'Łukasz-李 Мария', 'Łukasz-李 Мария'],
  ])('with %s is shown as typed', async (_case, name, shown) => {
    expect((await renderMail(aConfirmation({ name }))).html).toContain(shown);
  });

  it.each([
    ['a URL', 'Claim $500 at https://evil.example/x'],
    ['a domain', 'evil.com'],
    ['a domain among words', 'Ada visit evil.example now'],
    ['a domain in full-width letters', 'ｅｖｉｌ．ｃｏｍ'],
    ['an ideographic dot', 'evil。com'],
    ['www', 'www evil'],
    ['a mail address', 'eve@evil'],
    ['an encoded word', '=?utf-8?B?RXZpbA==?='],
    ['a phone number', 'Call +1 (555) 010-9999'],
    ['markup', '<img src=x onerror=alert(1)>'],
    ['Markdown', '[Ada](x)'],
    ['a line break and a header', 'Ada\r\nBcc: eve'],
    ['a direction mark', 'Ada\u202Egpj'],
    ['a hidden space', 'e\u200Bvil'],
  ])('with %s is in no mail', async (_case, name) => {
    for (const mail of [aConfirmation({ name }), aLessonMail({ name })]) {
      const { html, subject, text } = await renderMail(mail);
      for (const part of [html, subject, text])
        expect(part).not.toMatch(/evil|ｅｖｉｌ|\beve\b|=\?|onerror|010-9999|\bAda\b/);
      expect(text).toMatch(/^(Your course is on its way|Hello,)$/m);
    }
  });

  it('is cut if it is overlong, and is in no subject', async () => {
    const { subject, html, text } = await renderMail(aConfirmation({ name: 'a'.repeat(5000) }));
    expect(subject).toBe('Order confirmed: 4-week plan, $22.40');
    expect(text).toContain(`${'a'.repeat(39)}…, your course`);
    expect(html).not.toContain('a'.repeat(41));
  });

  it.each([null, '', ' \r\n ', '\u200E'])('%j is not a name', async (name) => {
    expect((await renderMail(aConfirmation({ name }))).html).toContain('<title>Your course is on its way</title>');
    expect((await renderMail(aLessonMail({ name }))).text).toContain('\nHello,\n');
  });
});

describe('the right of withdrawal', () => {
  // There is no contract before a purchase, and none from a payment that failed.
  const withoutContract: readonly string[] = [
    'first_step_confirm',
    'first_step',
    'checkout_reminder',
    'payment_failed',
  ];
  it.each(everyMail.filter(([kind]) => !kind.startsWith('owner_') && !withoutContract.includes(kind)))(
    'is one tap away at the foot of a mail of the kind %s',
    async (_kind, mail) => {
      const { html, text } = await renderMail(mail);
      expect(html).toMatch(new RegExp(`href="https://course.example/withdrawal"[^>]*>${WITHDRAW_LABEL}<`));
      expect(text).toContain(`${WITHDRAW_LABEL}: https://course.example/withdrawal`);
    },
  );

  it('is in the confirmation, with its last day, the notice and the model form', async () => {
    const { html, text } = await renderMail(aConfirmation());
    const lines = [...withdrawalNotice().flatMap(({ paragraphs }) => paragraphs), ...modelWithdrawalForm()];
    for (const line of [...lines, 'the withdrawal period ends on December 5, 2026'])
      expect([visibleText(html).replaceAll('&quot;', '"').includes(line), text.includes(line)]).toEqual([true, true]);
    expect(text).not.toContain(IMMEDIATE_PERFORMANCE);
  });

  it('repeats in the confirmation that the buyer asked for an early start', async () => {
    const askedToBeginAt = new Date('2026-11-21T19:10:00Z');
    const { html, text } = await renderMail(aConfirmation({ askedToBeginAt }));
    for (const shown of [visibleText(html).replaceAll('&quot;', '"'), text])
      expect(shown).toContain(`on November 21, 2026: "${IMMEDIATE_PERFORMANCE}"`);
  });

  it('is acknowledged with content, date and time, and with a way to object until the refund begins', async () => {
    const { html, text } = await renderMail(aWithdrawalReceipt());
    for (const shown of [visibleText(html), text]) {
      expect(shown).toContain('I, Ada Lovelace, hereby withdraw from my contract for Daybreak AI.');
      expect(shown).toMatch(/November 25, 2026, 9:00\sAM GMT\+1/);
      expect(shown).toMatch(/Until November 26, 2026, 9:00\sAM GMT\+1 one button/);
    }
  });

  it('is also acknowledged after the legal time, without an automatic refund', async () => {
    const { html, text } = await renderMail(aWithdrawalReceipt({ outcome: { kind: 'late' } }));
    expect(text).toContain('ended on December 5, 2026');
    expect(html + text).not.toContain(OBJECTION_URL);
  });
});

describe('a subject', () => {
  it.each([
    ['confirmation', 'Order confirmed: 4-week plan, $22.40'],
    ['lesson', 'Lesson 3: Steer, do not start over'],
    ['stopped', 'Your Daybreak AI lessons have stopped (order K7XM-4PRH). Start again here'],
    ['course_link', 'Your new Daybreak AI course link'],
    ['refund_request', 'Refund request received: 4-week plan, $22.40'],
    ['withdrawal', 'Refund confirmed: 4-week plan, $22.40'],
    ['withdrawal_receipt', 'Receipt: your withdrawal from order K7XM-4PRH'],
    ['owner_withdrawal', 'Withdrawal: $22.40, 4-week plan'],
    ['owner_refund_request', 'Refund requested: $22.40, 4-week plan'],
  ] as const)('of a %s says what is in it', async (kind, subject) => {
    expect((await renderMail(SAMPLE_MAILS[kind])).subject).toBe(subject);
  });
});

describe("a confirmation's plan", () => {
  it('says how many lessons there are for which answer, and what each week has', async () => {
    const { html, text } = await renderMail(aConfirmation());
    for (const words of [visibleText(html), text]) {
      expect(words).toMatch(/Your plan, made from your answers/i);
      expect(words).toMatch(/3 lessons because you chose Design: +Layout and hierarchy/);
      expect(words).toContain('One page, start to finish · and 1 more');
      expect(words).toMatch(/Week 2:? +Email: you decide, it writes/);
    }
  });

  it('claims nothing about answers if there are none', async () => {
    const { text } = await renderMail(aConfirmation({ outline: { weeks: [['One']], reasons: [] } }));
    expect(text).toContain('YOUR PLAN\n');
    expect(text).not.toMatch(/from your answers|because you chose/i);
  });

  it('names every week of the longest plan', async () => {
    const weeks = Array.from({ length: 12 }, (_, at) => [`About ${at + 1}`]);
    const { html, text } = await renderMail(aConfirmation({ days: 84, outline: { weeks, reasons: [] } }));
    for (const words of [visibleText(html), text]) expect(words).toMatch(/Week 12:? +About 12/);
  });

  it.each<[string, MailOf<'lesson'>['parts'], string]>([
    ['5', ['short', 'lesson'], 'Each begins with a five-minute version; the whole lesson, about 15 minutes, is below'],
    ['10', ['lesson', 'short'], 'about 15 minutes, with a five-minute version at the end'],
    ['15', ['lesson'], 'about 15 minutes.'],
    ['20', ['lesson', 'stretch'], 'about 15 minutes, and then a way to go further.'],
  ])('says how lessons fit %s minutes a day', async (_minutes, parts, words) => {
    const { html, text } = await renderMail(aConfirmation({ parts }));
    for (const shown of [visibleText(html), text]) expect(shown).toContain(words);
  });

  it('is left out for a course that stores an order of weeks', async () => {
    const { html } = await renderMail(aConfirmation({ outline: null }));
    expect(visibleText(html)).not.toMatch(/Your plan|Week 1/);
  });
});

describe('a lesson', () => {
  it('has no link to a refund, because it may be forwarded', async () => {
    const { html, text } = await renderMail(aLessonMail());
    expect(`${html}${text}`).not.toContain('refund-request');
  });

  it('links to the resources that it mentions, with the same token as to the course', async () => {
    const markdown = 'Keep [Cheat sheet: basics](resource:prompt-basics) at hand.';
    const mail = aLessonMail({ lesson: { ...A_LESSON, markdown } });
    const { html, text } = await renderMail(mail);
    const url = mail.links.courseUrl.replace('/course#', '/course?resource=prompt-basics#');
    expect(html).toContain(`href="${url}"`);
    expect(text).toContain(`Keep Cheat sheet: basics [1] at hand.\n\n[1] ${url}\n`);
    expect(`${html}${text}`).not.toContain('resource:');
  });

  it("shows the reader's progress in their own order", async () => {
    const { html, text, subject } = await renderMail(
      aLessonMail({ lesson: { ...A_LESSON, id: 'day-57' }, place: 29, days: 84 }),
    );
    expect(subject).toBe('Lesson 29: Steer, do not start over');
    for (const words of [visibleText(html), text])
      expect(words).toMatch(/Lesson 29 of 84.*Week 5.*Business.*13 minutes/s);
    expect(text).not.toContain('57');
  });

  it.each([
    [1, 1],
    [3, 3],
    [7, 7],
    [8, 1],
    [28, 7],
  ])('at place %i shows %i stones of the week as walked', async (place, walked) => {
    const { html } = await renderMail(aLessonMail({ place, days: 84 }));
    expect(html.match(/class="walked"/g)).toHaveLength(walked);
    expect(html.match(/class="(walked|stone)"/g)).toHaveLength(7);
  });

  it.each([
    [3, 'Your next lesson comes on Wednesday, November 25.'],
    [7, 'last lesson of this week'],
    [28, 'stays readable on your course page for another 30 days.'],
  ])('at place %i of 28 ends with: %s', async (place, words) => {
    expect((await renderMail(aLessonMail({ place, days: 28 }))).text).toContain(words);
  });

  it.each([
    [27, true],
    [28, false],
  ])('at place %i of 28 links to the schedule: %s', async (place, isLinked) => {
    const { html, text } = await renderMail(aLessonMail({ place, days: 28 }));
    for (const part of [html, text]) expect(part.includes('?schedule=change')).toBe(isLinked);
  });

  it('says which answer it was chosen for, if any', async () => {
    const { html, text } = await renderMail(aLessonMail());
    for (const words of [visibleText(html), text]) expect(words).toContain('In your plan because you chose Business.');
    expect((await renderMail(aLessonMail({ because: null }))).text).not.toContain('In your plan');
  });

  it.each<[string, MailOf<'lesson'>['parts'], readonly string[]]>([
    [
      '5 minutes',
      ['short', 'lesson'],
      ['5 minutes, or 13', 'In five minutes', 'The whole lesson', 'The letter was', 'Done when'],
    ],
    [
      '10 minutes',
      ['lesson', 'short'],
      ['13 minutes', 'Only five minutes today?', 'The letter was', 'Done when', 'In five minutes'],
    ],
    ['15 minutes', ['lesson'], ['13 minutes', 'The letter was', 'Done when']],
    ['20 minutes', ['lesson', 'stretch'], ['The letter was', 'Done when', 'Going further']],
  ])('shows a reader with %s a day just their parts, in order', async (_case, parts, order) => {
    const { html, text } = await renderMail(aLessonMail({ parts }));
    for (const words of [visibleText(html), text]) {
      const at = order.map((part) => words.indexOf(part));
      expect(at).toEqual([...at].sort((a, b) => a - b));
      expect(Math.min(...at)).toBeGreaterThan(0);
      expect(words.includes('Going further')).toBe(parts.includes('stretch'));
      expect(words.includes('In five minutes')).toBe(parts.includes('short'));
    }
  });

  it('ends a week with the takeaways of its lessons', async () => {
    const week = [{ title: 'One', takeaway: 'Keep one.' }];
    const { html, text } = await renderMail(aLessonMail({ week, place: 7 }));
    for (const words of [visibleText(html), text])
      expect(words).toMatch(/Done when.*Your week in review.*One: Keep one\./s);
    expect((await renderMail(aLessonMail())).text).not.toContain('Your week in review');
  });

  it('has its exercise and its outcome in boxes, its prompt ready to copy', async () => {
    const { html, text } = await renderMail(aLessonMail());
    expect(html).toMatch(/<td class="exercise box".*Your exercise.*<\/td>.*<td class="done box".*Done when.*☐/s);
    expect(html).toMatch(/<pre class="prompt"[^>]*>Keep \[what works\] &amp; change \[one fault\]\.<\/pre>/);
    expect(text).toContain('--- copy from here ---\nKeep [what works] & change [one fault].\n--- to here ---');
  });

  it('shows HTML of its author as text', async () => {
    const { html } = await renderMail(
      aLessonMail({ lesson: { ...A_LESSON, title: '<b>Bold</b>', markdown: '<script>alert(1)</script>' } }),
    );
    expect(html).not.toMatch(/<script|<b>/);
  });
});

describe('a mail before a purchase', () => {
  it('asks an unconfirmed address without any words that were typed with it', async () => {
    expect(Object.keys(SAMPLE_MAILS.first_step_confirm).sort()).toEqual(['confirmUrl', 'days', 'kind', 'leaveUrl']);
    expect((await renderMail(SAMPLE_MAILS.first_step_confirm)).text).toContain('works for 7 days');
  });

  it('has the whole lesson as buyers get it, and the plan in its order', async () => {
    const { html, text } = await renderMail(aFirstStepMail());
    expect(html).toContain(lessonBody(A_LESSON, ['lesson']));
    const said = visibleText(html);
    expect(said.indexOf('Layout and hierarchy')).toBeLessThan(said.indexOf('One page, start to finish'));
    expect(text).toMatch(/Week 1: Your first useful conversation · Layout and hierarchy\nWeek 2: Email/);
  });

  it('claims nothing about answers if there are none', async () => {
    expect((await renderMail(aFirstStepMail())).text).toContain('2 weeks, chosen and ordered by your answers.');
    expect((await renderMail(aFirstStepMail({ fromAnswers: false }))).text).not.toContain('your answers');
  });

  it('names what only buyers can open, without linking to it', async () => {
    const lesson = { ...A_LESSON, markdown: 'Keep [Cheat sheet: basics](resource:prompt-basics) at hand.' };
    const { html, text } = await renderMail(aFirstStepMail({ lesson }));
    for (const words of [visibleText(html), text]) expect(words).toContain('Keep Cheat sheet: basics at hand.');
    expect(`${html}${text}`).not.toContain('resource');
  });

  it('announces a reminder only if there is one', async () => {
    expect((await renderMail(aFirstStepMail())).text).toContain('we remind you of it once');
    expect((await renderMail(aFirstStepMail({ mayRemind: false }))).text).not.toContain('remind');
  });

  it('names the price that was shown, and an end only if there is one', async () => {
    const { html, text } = await renderMail(aReminder());
    for (const words of [visibleText(html), text]) {
      expect(words).toContain('4-week plan at $22.40');
      expect(words).toContain('The price is still $22.40.');
    }
    const ending = aReminder({ priceUntil: new Date('2026-12-01T23:00:00Z') });
    expect((await renderMail(ending)).text).toMatch(/still \$22\.40, until December 2, 2026, 12:00\sAM GMT\+1\./);
  });

  it('says so if the price has changed', async () => {
    const { text } = await renderMail(aReminder({ priceCents: 4479 }));
    expect(text).toContain('4-week plan at $22.40');
    expect(text).toContain('The price has changed: it is $44.79 now.');
    expect(text).toMatch(/Price: +\$44\.79, once/);
  });
});

describe('a mail to the owner', () => {
  const BUYER = /ada|@(?!daybreak)/i;

  it('names the order and the commands, never the buyer', async () => {
    const { html, text } = await renderMail(anOwnerRefundRequest({ reason: null }));
    expect(text).toContain('npm run owner -- refund K7XM-4PRH');
    expect(`${visibleText(html)}${text}`).not.toMatch(BUYER);
  });

  it.each(['owner_refund_request', 'owner_withdrawal', 'owner_second_order'] as const)(
    'names the order of %s by its number, by which erasing a person finds it in the local outbox',
    async (kind) => {
      const { html, text } = await renderMail(SAMPLE_MAILS[kind]);
      for (const form of [html, text]) expect(form).toContain('K7XM-4PRH');
    },
  );

  it("quotes the buyer's reason line by line, as plain text", async () => {
    const { html, text } = await renderMail(
      anOwnerRefundRequest({ reason: 'No.\n<a href="https://evil.example">Click</a>' }),
    );
    expect(text).toContain('> No.\n> <a href=');
    expect(linksOf(html)).not.toContain('https://evil.example');
  });

  it('lists every finding with its count and what to do', async () => {
    const { text, subject } = await renderMail(anOwnerAlert());
    expect(subject).toBe('2 things need attention: Orders without a sent confirmation, Lessons that cannot be read');
    expect(text).toContain('ORDERS WITHOUT A SENT CONFIRMATION: 2\n\nLook at the mail server');
  });
});

const luminance = (hex: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a: string, b: string): number => {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
};

/** Which text colour is used on which background. */
const TEXT_ON_GROUND: readonly (readonly [Colour, Colour])[] = [
  ...Object.values(SURFACES).flatMap((surface): (readonly [Colour, Colour])[] =>
    'background' in surface && 'text' in surface ? [[surface.text, surface.background]] : [],
  ),
  ['soft', 'ground'],
  ['soft', 'surface'],
  ['soft', 'exerciseTint'],
  ['trust', 'surface'],
  ['trust', 'trustTint'],
  ['action', 'surface'],
  ['action', 'ground'],
  ['action', 'exerciseTint'],
  ['action', 'promptTint'],
];

describe.each([
  ['light', LIGHT],
  ['dark', DARK],
] as const)('the %s colours', (_scheme, colours: Readonly<Record<Colour, string>>) => {
  it.each(TEXT_ON_GROUND)('make %s readable on %s', (text, ground) => {
    expect(contrast(colours[text], colours[ground])).toBeGreaterThanOrEqual(4.5);
  });
});

it('every coloured element has its dark colours', async () => {
  const classes = new Set<string>();
  for (const mail of Object.values(SAMPLE_MAILS) as Mail[])
    for (const [, names = ''] of (await renderMail(mail)).html.matchAll(/class="([^"]+)"/g))
      names.split(' ').forEach((name) => classes.add(name));
  const dark = STYLE_SHEET.slice(STYLE_SHEET.indexOf('prefers-color-scheme:dark'));
  expect([...classes].filter((name) => !dark.includes(`.${name}{`))).toEqual([]);
});
