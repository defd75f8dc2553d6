import { describe, expect, it } from 'vitest';
import { findingsIn, PRODUCT_CONTENT, type Content } from './findings.mjs';

const strict: Content = {
  config: {
    termsTicked: { sales: false, sales002: false },
    explainMissingTerms: true,
    sales002Countdown: { mode: 'off' },
    holdPixelsUntilConsent: true,
  },
  testimonials: PRODUCT_CONTENT.testimonials.map((testimonial) => ({ ...testimonial, sample: false })),
  legal: Object.fromEntries(
    Object.entries(PRODUCT_CONTENT.legal).map(([kind, text]) => [kind, { ...text, sample: false }]),
  ),
  supportEmail: 'help@course.test',
  mail: { from: 'Course <course@course.test>', owner: 'owner@course.test' },
};
const kinds = (content: Content): string[] => findingsIn(content).map(({ what }) => what);

describe('the check of the content', () => {
  it('lists every sample and every lenient setting of the product as delivered', () => {
    expect(kinds(PRODUCT_CONTENT)).toEqual(
      expect.arrayContaining([
        'sample testimonials',
        'sample legal text',
        'sample address',
        'sample sender',
        'sample owner',
        'preticked terms box',
        'countdown without consequence',
        'pixels without consent',
        'earnings claim',
        'discount claim',
      ]),
    );
  });

  it('lists only claims once samples are replaced and settings are strict', () => {
    expect(kinds(strict).filter((what) => !/claim|^countdown$|prize|result|bonus/.test(what))).toEqual([]);
  });

  it.each([
    [
      'bonus that does not exist',
      ['50+ cheat sheets and templates', 'Lifetime video access', 'Free updates', 'Prompts library'],
    ],
    ['invented reviews called real', ['Real Results']],
    ['result not measured', ['Result: Perfect', '75%']],
  ])('lists each %s', (what, claims) => {
    const found = findingsIn()
      .filter((finding) => finding.what === what)
      .map((finding) => finding.found)
      .join('\n');
    for (const claim of claims) expect(found).toContain(claim);
  });

  it('accepts the heading of reviews once they are real', () => {
    expect(kinds(strict)).not.toContain('invented reviews called real');
  });

  it.each([
    ['a preticked box', { termsTicked: { sales: true, sales002: false } }, 'preticked terms box'],
    ['a silent refusal', { explainMissingTerms: false }, 'silent refusal'],
    ['an evergreen countdown', { sales002Countdown: { mode: 'evergreen' } }, 'countdown without consequence'],
    ['pixels without consent', { holdPixelsUntilConsent: false }, 'pixels without consent'],
  ] as const)('finds %s', (_case, change, what) => {
    expect(kinds({ ...strict, config: { ...strict.config, ...change } })).toContain(what);
  });

  it.each([
    ['sample sender', { from: 'Daybreak AI <support@daybreak-ai.example>' }],
    ['sample sender', { from: 'support@daybreak-ai.example' }],
    ['sample owner', { owner: 'owner@daybreak-ai.example' }],
  ])('finds a %s in the environment: %o', (what, change) => {
    expect(kinds({ ...strict, mail: { ...strict.mail, ...change } })).toContain(what);
  });

  it('says for each finding where it is and what to do', () => {
    for (const { found, file, toDo } of findingsIn()) expect([found, file, toDo].every(Boolean)).toBe(true);
  });
});
