import { describe, expect, it } from 'vitest';
import { PERSONAL_DATA, PLANS, PRODUCT, SELLER, TERMS_VERSION } from '@course/funnel';
import { planCourse } from '@course/funnel/course';
import type { Block } from './legal-text.ts';
import { STEPS } from './steps.ts';
import { LEGAL_TEXTS, type LegalKind } from './texts.ts';

const KINDS = Object.keys(LEGAL_TEXTS) as LegalKind[];

const wordsIn = (block: Block): string[] => {
  if (typeof block === 'string') return [block];
  return 'sheets' in block ? block.sheets.flatMap(({ title, facts }) => [title, ...facts.flat()]) : [...block];
};

const wordsOf = (kind: LegalKind): string => {
  const { inShort, sections } = LEGAL_TEXTS[kind];
  return [...inShort, ...sections.flatMap(({ title, blocks }) => [title, ...blocks.flatMap(wordsIn)])].join('\n');
};

describe('the legal texts state what the product promises', () => {
  const [week, month, quarter] = PLANS.map((plan) => plan.days);

  it.each<[LegalKind, string]>([
    ['refund', '30 days'],
    ['refund', 'We reply in 2-3 business days'],
    ['refund', 'in 5-10 business days'],
    ['refund', 'no partial refunds'],
    ['refund', 'disputed with the bank leads to a ban'],
    ['subscription', 'one-time purchase, not a subscription'],
    ['subscription', '1, 4 or 12 weeks'],
    ['subscription', '7, 28 or 84 emails'],
    ['subscription', `1 week = ${week} emails`],
    ['subscription', `4 weeks = ${month} emails`],
    ['subscription', `12 weeks = ${quarter} emails`],
    ['subscription', 'Missed content is available for 30 days after completion'],
    ['subscription', 'use the unsubscribe link in any of them'],
    ['subscription', '[course page](exit:course)'],
    ['terms', 'You pay once'],
    ['terms', 'we never receive them'],
    ['terms', 'We cannot promise you a job or an income'],
    ['privacy', 'There are no accounts'],
    ['privacy', 'one cookie'],
    ['privacy', 'such a number for 180 days'],
    ['privacy', 'local storage'],
    ['privacy', 'IndexedDB'],
    ['privacy', 'for how many seconds'],
    ['privacy', 'never touch our servers'],
    ['privacy', 'Global Privacy Control'],
    ['privacy', '180 days after your last change'],
    ['privacy', 'Art. 6(1)(c) GDPR'],
    ['privacy', 'Stripe, which takes payments and makes refunds: Ireland'],
    ['imprint', SELLER.name],
    ['imprint', 'This page is not complete'],
  ])('%s: %s', (kind, fact) => {
    expect(wordsOf(kind)).toContain(fact);
  });
});

it('says that longer plans start with the lessons of shorter ones only if they do', () => {
  const [week, month] = PLANS.map(({ days }) => planCourse({}, days).lessons.map(({ id }) => id));
  const isContinued = week?.every((id, day) => month?.[day] === id);
  expect(wordsOf('subscription').includes('Each length is a course of its own')).toBe(!isContinued);
  expect(/longer plans begin with/i.test(wordsOf('subscription'))).toBe(isContinued);
});

describe.each(KINDS)('%s', (kind) => {
  const text = LEGAL_TEXTS[kind];

  it('belongs to a step that search engines may list', () => {
    expect(STEPS.find((step) => step.kind === kind)).toMatchObject({ indexable: true, back: { exit: 'offer' } });
  });

  it('has a date, a description that fits a search result, and the support address', () => {
    expect(new Date(text.updated).toISOString().slice(0, 10)).toBe(text.updated);
    expect(text.description.length).toBeGreaterThan(70);
    expect(text.description.length).toBeLessThan(170);
    expect(wordsOf(kind)).toContain(PRODUCT.supportEmail);
  });

  it('has a unique fragment and some text for each section', () => {
    const ids = text.sections.map((section) => section.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const section of text.sections) expect(section.blocks.flatMap(wordsIn).join('').length).toBeGreaterThan(60);
  });
});

it('marks only the invented texts as samples', () => {
  expect(KINDS.filter((kind) => LEGAL_TEXTS[kind].sample)).toEqual(['terms', 'privacy']);
});

it('dates the terms with the version that checkouts send', () => {
  expect(LEGAL_TEXTS.terms.updated).toBe(TERMS_VERSION);
});

it('states purpose and retention period for each kind of personal data', () => {
  for (const { data, purpose, kept } of PERSONAL_DATA)
    for (const words of [data, purpose, kept]) expect(wordsOf('privacy')).toContain(words);
});
