import { bonusesOf, LEAST_SHEETS } from '../bonuses.mjs';
import { LEGAL_STATUS } from '../legal-status.mjs';
import { formatUsd } from '../money.mjs';
import { OWNER_CONFIG } from '../owner-config.mjs';
import { DISCOUNT_PERCENT, PLANS } from '../plans.mjs';
import { CLAIMS, LOCAL_MAIL, PRODUCT } from '../product.mjs';
import { TESTIMONIALS } from '../testimonials.mjs';

/** @typedef {import('../resources/problems.mjs').ResourceCounts} ResourceCounts */

/**
 * @typedef {object} Finding
 * @property {string} what
 * @property {string} found
 * @property {string} file From the repository's root, or `environment` for a variable.
 * @property {string} toDo
 */

/**
 * The content that is checked; the product's own by default.
 * @typedef {object} Content
 * @property {Readonly<import('../owner-config.mjs').OwnerConfig>} config
 * @property {readonly Readonly<import('../testimonials.mjs').Testimonial>[]} testimonials
 * @property {Readonly<Record<string, { readonly sample: boolean, readonly updated: string }>>} legal
 * @property {string} supportEmail
 * @property {{ readonly from: string, readonly owner: string }} mail
 * @property {ResourceCounts} resources What is in `content/resources`.
 */

/** @type {Omit<Content, 'resources'>} */
export const PRODUCT_CONTENT = {
  config: OWNER_CONFIG,
  testimonials: TESTIMONIALS,
  legal: LEGAL_STATUS,
  supportEmail: PRODUCT.supportEmail,
  mail: LOCAL_MAIL,
};

/**
 * Returns true for an address in a reserved domain, which nobody can own (RFC 2606).
 * @param {string} mailbox
 */
const isSampleAddress = (mailbox) => /@[^@>]*\.example>?$/.test(mailbox);

/** @param {Content} content */
const samples = ({ testimonials, legal, supportEmail, mail }) => {
  const invented = testimonials.filter(({ sample }) => sample);
  const drafts = Object.entries(legal).filter(([, text]) => text.sample);
  return [
    ...(invented.length > 0
      ? [
          {
            what: 'sample testimonials',
            found: `${invented.length} of ${testimonials.length}: ${invented.map(({ name }) => name).join(', ')}`,
            file: 'packages/funnel/src/testimonials.mjs',
            toDo: 'Replace them with real ones that you can prove and may publish, then set sample: false',
          },
        ]
      : []),
    ...drafts.map(([kind, text]) => ({
      what: 'sample legal text',
      found: `/${kind}, of ${text.updated}`,
      file: `mf-legal/src/flow/${kind === 'terms' ? 'terms-of-service' : kind}.ts`,
      toDo: 'Have a lawyer replace it, then set sample: false in packages/funnel/src/legal-status.mjs',
    })),
    ...(isSampleAddress(mail.from)
      ? [
          {
            what: 'sample sender',
            found: `MAIL_FROM: ${mail.from}`,
            file: 'environment',
            toDo: 'Set MAIL_FROM to an address of your own domain, which signs its mails (SPF, DKIM)',
          },
        ]
      : []),
    ...(isSampleAddress(mail.owner)
      ? [
          {
            what: 'sample owner',
            found: `OWNER_EMAIL: ${mail.owner}`,
            file: 'environment',
            toDo: 'Set OWNER_EMAIL: refund requests and alerts go there',
          },
        ]
      : []),
    ...(isSampleAddress(supportEmail)
      ? [
          {
            what: 'sample address',
            found: supportEmail,
            file: 'packages/funnel/src/product.mjs',
            toDo: 'Use an address that somebody reads',
          },
        ]
      : []),
  ];
};

const COUNTDOWN_TODO = 'Set a real deadline, or off, in sales002Countdown';

/** @param {Content} content */
function switches({ config }) {
  const file = 'packages/funnel/src/owner-config.mjs';
  const ticked = Object.entries(config.termsTicked).flatMap(([page, isTicked]) => (isTicked ? [`/${page}`] : []));
  return [
    ...(ticked.length > 0
      ? [
          {
            what: 'preticked terms box',
            found: ticked.join(', '),
            file,
            toDo: 'Start it unticked: a preticked box is not consent in the EU and elsewhere',
          },
        ]
      : []),
    ...(config.explainMissingTerms
      ? []
      : [
          {
            what: 'silent refusal',
            found: 'the unticked terms box only shakes',
            file,
            toDo: 'Set explainMissingTerms, so that visitors are told what is missing',
          },
        ]),
    ...(config.sales002Countdown.mode === 'evergreen'
      ? [
          {
            what: 'countdown without consequence',
            found: '/sales002, restarts in every browser',
            file,
            toDo: COUNTDOWN_TODO,
          },
        ]
      : []),
    ...(config.holdPixelsUntilConsent
      ? []
      : [
          {
            what: 'pixels without consent',
            found: 'when PIXEL_ID is set and CONSENT_MODE=off',
            file,
            toDo: 'Set holdPixelsUntilConsent, or leave CONSENT_MODE on, where the law requires consent',
          },
        ]),
  ];
}

/**
 * Returns a finding if a heading calls reviews real while some of them are invented.
 * @param {Content} content
 */
const vouched = ({ testimonials }) =>
  testimonials.some(({ sample }) => sample)
    ? [
        {
          what: 'invented reviews called real',
          found: `"${CLAIMS.testimonialsTitle}" is their heading on /sales002`,
          file: 'packages/funnel/src/product.mjs',
          toDo: 'Call them examples, or show reviews of real customers',
        },
      ]
    : [];

/** Prompts that deserve to be called a library. */
const LEAST_PROMPTS = 200;

/**
 * What buyers lack of each bonus, in a few words; null if it is there.
 * @type {Readonly<Record<import('../bonuses.mjs').BonusKey, (counts: ResourceCounts) => string | null>>}
 */
const LACKING = {
  sheets: ({ sheets }) => (sheets >= LEAST_SHEETS ? null : `there are ${sheets}`),
  videos: ({ videos }) => (videos > 0 ? null : 'there is no video'),
  updates: ({ sheets, prompts }) => (sheets + prompts > 0 ? null : 'there is nothing to update'),
  prompts: ({ prompts }) => (prompts >= LEAST_PROMPTS ? null : `there are ${prompts} prompts of ${LEAST_PROMPTS}`),
};

/**
 * Returns a finding for each bonus that is sold and not in `content/resources`.
 * @param {Content} content
 */
const missingBonuses = ({ config, resources }) =>
  bonusesOf(config).flatMap(([key, title]) => {
    const lacking = LACKING[key](resources);
    return lacking === null
      ? []
      : [
          {
            what: 'bonus that does not exist',
            found: `${title} on /sales002: ${lacking}`,
            file: 'content/resources',
            toDo: 'Provide it, or stop selling it: packages/funnel/src/bonuses.mjs has the list',
          },
        ];
  });

const rising = PLANS.map(
  ({ title, originalCents, discountedCents }) =>
    `${title} ${formatUsd(originalCents)} -> ${formatUsd(discountedCents)}`,
).join(', ');

/**
 * Claims that are legally delicate in any configuration: the owner has to be able to prove them.
 * @type {readonly Finding[]}
 */
const CLAIMED = [
  {
    what: 'countdown',
    found: '/sales, ten minutes from each load',
    file: 'mf-offer/src/flow/offer-rules.ts',
    toDo: 'Its end raises the price only until a reload: use a real deadline, or send visitors to /sales002',
  },
  {
    what: 'earnings claim',
    found: `salary ${CLAIMS.salary}, productivity ${CLAIMS.productivity}`,
    file: 'packages/funnel/src/product.mjs',
    toDo: 'Keep the study that proves it and name it, or remove the claim',
  },
  {
    what: 'earnings claim',
    found: 'AI-DRIVEN INCOME GROWTH CHALLENGE, Grow wealth',
    file: 'mf-quiz/src/flow/steps.ts',
    toDo: 'State what is typical, or speak of skills instead',
  },
  {
    what: 'popularity claim',
    found: `${CLAIMS.people}, ${CLAIMS.peopleOnSocialProof} people`,
    file: 'packages/funnel/src/product.mjs',
    toDo: 'Use the number of customers that you can prove',
  },
  {
    what: 'discount claim',
    found: `${DISCOUNT_PERCENT}%: ${rising}`,
    file: 'packages/funnel/src/plans.mjs',
    toDo: 'The original price must have been charged before; in the EU it is the lowest of the last 30 days',
  },
  {
    what: 'prize that everybody wins',
    found: `the scratch card always shows ${DISCOUNT_PERCENT}% off`,
    file: 'mf-offer/src/flow/offer-copy.ts',
    toDo: 'Say so, or draw at random',
  },
  {
    what: 'result not measured',
    found: `/profile shows "${CLAIMS.profile.result}" and ${CLAIMS.profile.scorePercent}% to everybody`,
    file: 'packages/funnel/src/product.mjs',
    toDo: 'Calculate it from the answers, or call it an example',
  },
  {
    what: 'result not measured',
    found: `/final shows ${CLAIMS.final.scorePercent}% to everybody`,
    file: 'packages/funnel/src/product.mjs',
    toDo: 'Calculate it from the answers, or call it an example',
  },
];

/**
 * Returns everything in the content that is still a sample or legally delicate.
 * @param {Content} content
 * @returns {Finding[]}
 */
export const findingsIn = (content) => [
  ...samples(content),
  ...vouched(content),
  ...switches(content),
  ...missingBonuses(content),
  ...CLAIMED,
];
