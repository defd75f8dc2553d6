import { CLAIMS, DISCOUNT_PERCENT, FINAL_COPY, formatUsd, OWNER_CONFIG, PLANS, PRODUCT, PROFILE_COPY, SALES002_COPY, TESTIMONIALS, type OwnerConfig, type Testimonial } from '@course/funnel';
import { LEGAL_TEXTS, type LegalText } from '@course/funnel/legal';
import { LOCAL_MAIL, type MailSettings } from '../env.ts';

export interface Finding {
  readonly what: string;
  readonly found: string;
  /** Relative to packages/funnel/src; `environment` for what is set there. */
  readonly file: string;
  readonly toDo: string;
}

/** What is judged; the product's own by default. */
export interface Content {
  readonly config: OwnerConfig;
  readonly testimonials: readonly Testimonial[];
  readonly legal: Readonly<Record<string, LegalText>>;
  readonly supportEmail: string;
  readonly mail: Pick<MailSettings, 'from' | 'owner'>;
}

export const PRODUCT_CONTENT: Content = { config: OWNER_CONFIG, testimonials: TESTIMONIALS, legal: LEGAL_TEXTS, supportEmail: PRODUCT.supportEmail, mail: LOCAL_MAIL };

/** Of a reserved domain that nobody can own (RFC 2606). */
const isSampleAddress = (mailbox: string): boolean => /@[^@>]*\.example>?$/.test(mailbox);

const samples = ({ testimonials, legal, supportEmail, mail }: Content): Finding[] => {
  const invented = testimonials.filter(({ sample }) => sample);
  const drafts = Object.entries(legal).filter(([, text]) => text.sample);
  return [
    ...(invented.length > 0
      ? [{ what: 'sample testimonials', found: `${invented.length} of ${testimonials.length}: ${invented.map(({ name }) => name).join(', ')}`, file: 'testimonials.ts', toDo: 'Replace with real ones that you can prove and may publish, then sample: false' }]
      : []),
    ...drafts.map(([kind, text]) => ({ what: 'sample legal text', found: `/${kind}, of ${text.updated}`, file: `legal/${kind === 'terms' ? 'terms-of-service' : kind}.ts`, toDo: 'Have a lawyer replace it, then sample: false' })),
    ...(isSampleAddress(mail.from) ? [{ what: 'sample sender', found: `MAIL_FROM: ${mail.from}`, file: 'environment', toDo: 'Set MAIL_FROM to an address of your own domain, which signs its mails (SPF, DKIM)' }] : []),
    ...(isSampleAddress(mail.owner) ? [{ what: 'sample owner', found: `OWNER_EMAIL: ${mail.owner}`, file: 'environment', toDo: 'Set OWNER_EMAIL: refund requests and alerts go there' }] : []),
    ...(isSampleAddress(supportEmail) ? [{ what: 'sample address', found: supportEmail, file: 'product.ts', toDo: 'Name an address that somebody reads' }] : []),
  ];
};

const COUNTDOWN_TODO = 'Set a real deadline, or off, in sales002Countdown';

function switches({ config }: Content): Finding[] {
  const file = 'owner-config.ts';
  const ticked = Object.entries(config.termsTicked).flatMap(([page, isTicked]) => (isTicked ? [`/${page}`] : []));
  return [
    ...(ticked.length > 0 ? [{ what: 'preticked terms box', found: ticked.join(', '), file, toDo: 'Start it unticked: a box ticked for the visitor is no consent in the EU and elsewhere' }] : []),
    ...(config.explainMissingTerms ? [] : [{ what: 'silent refusal', found: 'the unticked terms box only shakes', file, toDo: 'Set explainMissingTerms, so that everybody learns what is missing' }]),
    ...(config.sales002Countdown.mode === 'evergreen' ? [{ what: 'countdown without consequence', found: '/sales002, starts anew in every browser', file, toDo: COUNTDOWN_TODO }] : []),
    ...(config.holdPixelsUntilConsent ? [] : [{ what: 'pixels without consent', found: 'when PIXEL_ID is set and CONSENT_MODE=off', file, toDo: 'Set holdPixelsUntilConsent, or leave CONSENT_MODE on, where consent is the law' }]),
  ];
}

const bonuses = ({ items, title } = SALES002_COPY.bonuses): Finding => ({ what: 'bonus that does not exist', found: `${title} on /sales002: ${items.join(', ')}`, file: 'sales-copy.ts', toDo: 'A buyer gets daily mails and nothing else: provide each bonus, or take it off the list' });

/** A heading that vouches for reviews, as long as some of them are invented. */
const vouched = ({ testimonials }: Content): Finding[] =>
  testimonials.some(({ sample }) => sample)
    ? [{ what: 'invented reviews called real', found: `"${SALES002_COPY.testimonials}" stands over them on /sales002`, file: 'sales-copy.ts', toDo: 'Call them examples, or show reviews of real customers' }]
    : [];

const rising = PLANS.map(({ title, originalCents, discountedCents }) => `${title} ${formatUsd(originalCents)} -> ${formatUsd(discountedCents)}`).join(', ');

/** Legally delicate whatever is configured: the owner has to be able to prove these. */
const CLAIMED: readonly Finding[] = [
  { what: 'countdown', found: '/sales, ten minutes from each load', file: 'offer.ts', toDo: 'Its end raises the price until a reload: use a real deadline, or send visitors to /sales002' },
  { what: 'earnings claim', found: `salary ${CLAIMS.salary}, productivity ${CLAIMS.productivity}`, file: 'product.ts', toDo: 'Keep the study that proves it at hand and name it, or remove' },
  { what: 'earnings claim', found: 'AI-DRIVEN INCOME GROWTH CHALLENGE, Grow wealth', file: 'steps.ts', toDo: 'Say what is typical, or speak of skills' },
  { what: 'popularity claim', found: `${CLAIMS.people}, ${CLAIMS.peopleOnSocialProof} people`, file: 'product.ts', toDo: 'Use the number of customers that you can prove' },
  { what: 'discount claim', found: `${DISCOUNT_PERCENT}%: ${rising}`, file: 'plans.ts', toDo: 'The price before must have been asked, in the EU as the lowest of the last 30 days' },
  { what: 'prize that all win', found: `the scratch card always shows ${DISCOUNT_PERCENT}% off`, file: 'offer-copy.ts', toDo: 'Say so, or draw for real' },
  bonuses(),
  { what: 'result not measured', found: `/profile shows "${PROFILE_COPY.result}" and ${PROFILE_COPY.scorePercent}% to everybody`, file: 'quiz-copy.ts', toDo: 'Work it out from the answers, or call it an example' },
  { what: 'result not measured', found: `/final shows ${FINAL_COPY.scorePercent}% to everybody`, file: 'offer-copy.ts', toDo: 'Work it out from the answers, or call it an example' },
];

/** All in the content that is still sample or legally delicate. */
export const findingsIn = (content: Content = PRODUCT_CONTENT): Finding[] => [...samples(content), ...vouched(content), ...switches(content), ...CLAIMED];
