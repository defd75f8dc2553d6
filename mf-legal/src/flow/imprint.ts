import { LEGAL_STATUS, missingSellerFields, POLICY, PRODUCT, SELLER, type Seller } from '@course/funnel';
import type { LegalText, LinkedText } from './legal-text.ts';

const lineOf = (label: string, value: string | null): LinkedText[] => (value ? [`${label}: ${value}`] : []);

const LIST = new Intl.ListFormat('en-GB');

const missingLine = (seller: Seller): LinkedText[] => {
  const missing = missingSellerFields(seller);
  return missing.length === 0
    ? []
    : [`This page is not complete: the owner of this site still has to state ${LIST.format(missing)}.`];
};

const NOT_STATED = 'The owner of this site has not stated this yet. It belongs here before anything is sold.';

const registerLines = ({ register, registerNumber, vatNumber }: Seller): LinkedText[] => [
  ...(register === null ? ['We are not entered in a register.'] : lineOf('Register', register)),
  ...lineOf('Register number', registerNumber),
  ...(vatNumber === null ? ['We have no VAT number.'] : lineOf('VAT number', vatNumber)),
];

/** Returns the imprint of a seller. Fields that the owner has not filled in yet are named as missing. */
export function imprintOf(seller: Seller): LegalText {
  const { name, legalForm, address, responsible, supportEmail, supportPhone } = seller;
  const mail = `[${supportEmail}](mailto:${supportEmail})`;
  const registers = registerLines(seller);
  const contact = [...lineOf('Email', mail), ...lineOf('Phone', supportPhone)];
  return {
    description: `Who sells ${PRODUCT.name}: name, postal address, register, VAT number, and how to reach a person by email or phone.`,
    ...LEGAL_STATUS.imprint,
    inShort: [`${name} sells ${PRODUCT.name}.`, ...contact, ...missingLine(seller)],
    sections: [
      {
        id: 'seller',
        title: 'Who sells',
        blocks: [
          `The seller of ${PRODUCT.name}, and your partner in the contract when you buy a plan, is:`,
          [name, ...lineOf('Legal form', legalForm), ...lineOf('Address', address.join(', '))],
        ],
      },
      {
        id: 'contact',
        title: 'How to reach us',
        blocks: [
          `A person reads what you write, and replies in ${POLICY.refundReplyBusinessDays} business days. If it is about an order, name its number: it is in your confirmation.`,
          contact,
        ],
      },
      {
        id: 'register',
        title: 'Register and VAT',
        blocks: [
          ...(registers.length > 0
            ? ['With these you can look us up with the authorities of our country.', registers]
            : [NOT_STATED]),
        ],
      },
      {
        id: 'responsible',
        title: 'Who answers for this site',
        blocks: [
          responsible === ''
            ? NOT_STATED
            : `${responsible} acts for the seller and is responsible for the content of this site, at the address above.`,
        ],
      },
      {
        id: 'documents',
        title: 'What applies to your purchase',
        blocks: [
          'What you buy and on which terms: [Terms of Service](/terms). How to get your money back: [Refund Policy](/refund). What happens with your data: [Privacy Policy](/privacy).',
        ],
      },
    ],
  };
}

export const IMPRINT = imprintOf(SELLER);
