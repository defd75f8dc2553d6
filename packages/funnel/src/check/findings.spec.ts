import { describe, expect, it } from 'vitest';
import { findingsIn, PRODUCT_CONTENT, type Content } from './findings.mjs';

const NOTHING = { sheets: 0, prompts: 0, videos: 0 };
const delivered: Content = { ...PRODUCT_CONTENT, resources: { sheets: 50, prompts: 200, videos: 0 } };

const strict: Content = {
  config: {
    termsTicked: { sales: false, sales002: false },
    explainMissingTerms: true,
    sales002Countdown: { mode: 'off' },
    lifetimeVideoAccess: false,
    askImmediatePerformance: false,
    holdPixelsUntilConsent: true,
  },
  testimonials: PRODUCT_CONTENT.testimonials.map((testimonial) => ({ ...testimonial, sample: false })),
  legal: Object.fromEntries(
    Object.entries(PRODUCT_CONTENT.legal).map(([kind, text]) => [kind, { ...text, sample: false }]),
  ),
  supportEmail: 'help@course.test',
  mail: { from: 'Course <course@course.test>', owner: 'owner@course.test' },
  resources: delivered.resources,
};
const kinds = (content: Content): string[] => findingsIn(content).map(({ what }) => what);

describe('the check of the content', () => {
  it('lists every sample and every lenient setting of the product as delivered', () => {
    expect(kinds(delivered)).toEqual(
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
    ['invented reviews called real', ['Real Results']],
    ['result not measured', ['Result: Perfect', '75%']],
  ])('lists each %s', (what, claims) => {
    const found = findingsIn(delivered)
      .filter((finding) => finding.what === what)
      .map((finding) => finding.found)
      .join('\n');
    for (const claim of claims) expect(found).toContain(claim);
  });

  it.each([
    ['with nothing there', {}, NOTHING, ['50+ cheat sheets and templates', 'Free updates', 'Prompts library']],
    ['with too few sheets', {}, { sheets: 49, prompts: 200, videos: 0 }, ['50+ cheat sheets and templates']],
    ['with too few prompts', {}, { sheets: 50, prompts: 199, videos: 0 }, ['Prompts library']],
    ['with everything there', {}, delivered.resources, []],
    ['with videos sold and none there', { lifetimeVideoAccess: true }, delivered.resources, ['Lifetime video access']],
    ['with videos sold and there', { lifetimeVideoAccess: true }, { ...delivered.resources, videos: 1 }, []],
  ])('lists bonuses that do not exist, %s', (_case, change, resources, missing) => {
    const found = findingsIn({ ...strict, config: { ...strict.config, ...change }, resources })
      .filter(({ what }) => what === 'bonus that does not exist')
      .map((finding) => finding.found.split(' on /sales002')[0]);
    expect(found).toEqual(missing);
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
    for (const { found, file, toDo } of findingsIn(delivered)) expect([found, file, toDo].every(Boolean)).toBe(true);
  });
});
