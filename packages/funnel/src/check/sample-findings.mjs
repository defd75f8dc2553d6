import { isSampleAddress } from '../product.mjs';
import { missingSellerFields, unnamedProcessors } from '../seller.mjs';

/** @typedef {import('./findings.mjs').Finding} Finding */
/** @typedef {import('./findings.mjs').Content} Content */

const SELLER_FILE = 'packages/funnel/src/seller.mjs';

/** @param {Content} content */
const sellerFindings = ({ seller, processors }) => [
  ...(seller.sample
    ? [
        {
          what: 'sample seller',
          found: seller.name,
          file: SELLER_FILE,
          toDo: 'State who sells, then set sample: false: imprint, terms, confirmation and footers name the seller',
        },
      ]
    : []),
  ...missingSellerFields(seller).map((field) => ({
    what: 'seller incomplete',
    found: field,
    file: SELLER_FILE,
    toDo: 'Fill it in; null states that you have no register or VAT number',
  })),
  ...unnamedProcessors(processors).map((does) => ({
    what: 'processor not named',
    found: `the company that ${does}`,
    file: SELLER_FILE,
    toDo: 'State its name, and where and under which safeguards it processes personal data, for the privacy policy',
  })),
  ...(isSampleAddress(seller.supportEmail)
    ? [
        {
          what: 'sample address',
          found: seller.supportEmail,
          file: SELLER_FILE,
          toDo: 'Use an address that somebody reads',
        },
      ]
    : []),
];

/** @param {Content} content */
const mailFindings = ({ mail }) => [
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
];

/** @param {Content} content */
const textFindings = ({ testimonials, legal }) => {
  const invented = testimonials.filter(({ sample }) => sample);
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
    ...Object.entries(legal)
      .filter(([, text]) => text.sample)
      .map(([kind, text]) => ({
        what: 'sample legal text',
        found: `/${kind}, of ${text.updated}`,
        file: `mf-legal/src/flow/${kind === 'terms' ? 'terms-of-service' : kind}.ts`,
        toDo: 'Have a lawyer replace it, then set sample: false in packages/funnel/src/legal-status.mjs',
      })),
  ];
};

/**
 * Returns what is still a sample or not filled in.
 * @param {Content} content
 * @returns {Finding[]}
 */
export const sampleFindings = (content) => [
  ...sellerFindings(content),
  ...textFindings(content),
  ...mailFindings(content),
];
