import { describe, expect, it } from 'vitest';
import { PLANS } from '../plans.mjs';
import { findingsIn, PRODUCT_CONTENT, type Content } from './findings.mjs';

const NOTHING = { sheets: 0, prompts: 0, videos: 0 };
const today = new Date('2027-03-15T12:00:00Z');
const delivered: Content = {
  ...PRODUCT_CONTENT,
  today,
  resources: { sheets: 50, prompts: 200, videos: 0 },
  lessonMinutes: Array.from({ length: 84 }, () => 15),
};

const strict: Content = {
  ...delivered,
  config: {
    termsTicked: { sales: false, sales002: false },
    explainMissingTerms: true,
    sales002Countdown: { mode: 'off' },
    lifetimeVideoAccess: false,
    askImmediatePerformance: false,
    holdPixelsUntilConsent: true,
    tax: 'included',
    scratchCard: 'discount',
    results: 'answers',
    sampleReviewsHeading: true,
    salarySource: { title: 'A study of salaries', url: 'https://studies.test/salaries' },
  },
  seller: {
    sample: false,
    name: 'Morning Ltd.',
    legalForm: 'Private limited company',
    address: ['1 High Street', 'Cardiff CF10 1AA'],
    register: null,
    registerNumber: null,
    vatNumber: null,
    responsible: 'Ada Jones',
    supportEmail: 'help@shop-of-lessons.com',
    supportPhone: '+44 29 2018 0000',
  },
  processors: [{ name: 'Stripe', does: 'takes payments', place: 'Ireland' }],
  testimonials: PRODUCT_CONTENT.testimonials.map((testimonial) => ({ ...testimonial, sample: false })),
  legal: Object.fromEntries(
    Object.entries(PRODUCT_CONTENT.legal).map(([kind, text]) => [kind, { ...text, sample: false }]),
  ),
  ledger: PLANS.flatMap(({ key: plan, originalCents, discountedCents }) => [
    { from: '2027-01-01', plan, cents: originalCents },
    { from: '2027-03-01', plan, cents: discountedCents },
  ]),
  mail: { from: 'Course <course@shop-of-lessons.com>', owner: 'owner@shop-of-lessons.com' },
};
const kinds = (content: Content): string[] => findingsIn(content).map(({ what }) => what);

describe('the content check', () => {
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
        'sample seller',
        'seller incomplete',
        'processor not named',
        'prize that everybody wins',
        'result not measured',
        'earnings claim without a source',
        'crossed-out price not proven',
        'earnings claim',
      ]),
    );
  });

  it('lists only what the owner has to prove once samples are replaced and switches are strict', () => {
    expect(kinds(strict)).toEqual(['countdown', 'productivity claim', 'earnings claim', 'popularity claim']);
  });

  it.each([
    ['invented reviews called real', ['Real Results']],
    ['result not measured', ['Result: Perfect', '58%', '75%']],
    ['prize that everybody wins', ['50% off', 'promo code']],
    ['earnings claim without a source', ['25%']],
    ['seller incomplete', ['postal address', 'VAT number', 'support phone']],
    ['processor not named', ['delivers our emails']],
    ['crossed-out price not proven', ['1-WEEK PLAN $15.52 -> $7.76', '12-WEEK PLAN', 'the ledger has no price for it']],
  ])('lists each %s', (what, claims) => {
    const found = findingsIn(delivered)
      .filter((finding) => finding.what === what)
      .map((finding) => finding.found)
      .join('\n');
    for (const claim of claims) expect(found).toContain(claim);
  });

  it.each([
    ['with no resources', {}, NOTHING, ['50+ cheat sheets and templates', 'Free updates', 'Prompts library']],
    ['with too few sheets', {}, { sheets: 49, prompts: 200, videos: 0 }, ['50+ cheat sheets and templates']],
    ['with too few prompts', {}, { sheets: 50, prompts: 199, videos: 0 }, ['Prompts library']],
    ['with enough resources', {}, delivered.resources, []],
    [
      'with videos sold but none available',
      { lifetimeVideoAccess: true },
      delivered.resources,
      ['Lifetime video access'],
    ],
    ['with videos sold and available', { lifetimeVideoAccess: true }, { ...delivered.resources, videos: 1 }, []],
  ])('lists bonuses that do not exist, %s', (_case, change, resources, missing) => {
    const found = findingsIn({ ...strict, config: { ...strict.config, ...change }, resources })
      .filter(({ what }) => what === 'bonus that does not exist')
      .map((finding) => finding.found.split(' on /sales002')[0]);
    expect(found).toEqual(missing);
  });

  it.each([
    ['samples under the specified heading', { sampleReviewsHeading: false }, delivered.testimonials, true],
    ['samples under a heading of their own', { sampleReviewsHeading: true }, delivered.testimonials, false],
    ['real reviews', { sampleReviewsHeading: false }, strict.testimonials, false],
  ])('checks the heading of %s', (_case, change, testimonials, isFound) => {
    const content = { ...strict, config: { ...strict.config, ...change }, testimonials };
    expect(kinds(content).includes('invented reviews called real')).toBe(isFound);
  });

  it.each([
    ['has too low a reference', { from: '2027-02-15', cents: 999 }, 'the lowest price of the 30 days before'],
    ['differs from the ledger', { from: '2027-03-10', cents: 2500 }, 'the ledger says $25.00 since 2027-03-10'],
  ])('says why a crossed-out price %s', (_case, line, reason) => {
    const found = findingsIn({ ...strict, ledger: [...strict.ledger, { plan: '4week', ...line }] });
    expect(found.filter(({ what }) => what === 'crossed-out price not proven').map((finding) => finding.found)).toEqual(
      [expect.stringContaining(reason)],
    );
  });

  it('requires no ledger for a plan that is not reduced', () => {
    const plans = PLANS.map((plan) => ({ ...plan, originalCents: plan.discountedCents }));
    expect(kinds({ ...strict, plans, ledger: [] })).not.toContain('crossed-out price not proven');
  });

  it.each([
    ['lessons that do not exist', Array.from({ length: 83 }, () => 15)],
    ['lessons of another length', Array.from({ length: 84 }, () => 18)],
  ])('finds %s', (what, lessonMinutes) => {
    expect(kinds({ ...strict, lessonMinutes })).toContain(what);
  });

  it.each([
    ['a preticked box', { termsTicked: { sales: true, sales002: false } }, 'preticked terms box'],
    ['a silent refusal', { explainMissingTerms: false }, 'silent refusal'],
    ['an evergreen countdown', { sales002Countdown: { mode: 'evergreen' } }, 'countdown without consequence'],
    ['pixels without consent', { holdPixelsUntilConsent: false }, 'pixels without consent'],
    ['a prize that everybody wins', { scratchCard: 'prize' }, 'prize that everybody wins'],
    ['a result that was not measured', { results: 'fixed' }, 'result not measured'],
    ['a salary claim without a source', { salarySource: null }, 'earnings claim without a source'],
  ] as const)('finds %s', (_case, change, what) => {
    expect(kinds({ ...strict, config: { ...strict.config, ...change } })).toContain(what);
  });

  it.each([
    ['sample sender', { from: 'Daybreak AI <support@daybreak-ai.example>' }],
    ['sample sender', { from: 'support@daybreak-ai.example' }],
    ['sample owner', { owner: 'owner@daybreak-ai.example' }],
    ['sample owner', { owner: 'owner@example.com' }],
    ['sample owner', { owner: 'owner@course.test' }],
    ['sample owner', { owner: 'owner@course.invalid' }],
    ['sample owner', { owner: 'owner@localhost' }],
  ])('finds a %s in the environment: %o', (what, change) => {
    expect(kinds({ ...strict, mail: { ...strict.mail, ...change } })).toContain(what);
  });

  it('states for each finding where it is and what to do', () => {
    for (const { found, file, toDo } of findingsIn(delivered)) expect([found, file, toDo].every(Boolean)).toBe(true);
  });
});
