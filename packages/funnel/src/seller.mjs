/**
 * A company that receives personal data from the seller, for the privacy policy.
 * @typedef {object} Processor
 * @property {string} name Empty if still to be filled in.
 * @property {string} does
 * @property {string} place Where it processes the data, and what protects data that leaves the European Economic Area.
 */

/**
 * The seller, as named in imprint, terms, confirmation, receipts and footers. An empty field is still to be filled in;
 * `null` states that the seller does not have it.
 * @typedef {object} Seller
 * @property {boolean} sample True while the name below is the sample one.
 * @property {string} name As registered.
 * @property {string} legalForm Such as `Private limited company`.
 * @property {readonly string[]} address Lines of the postal address, country last. A post-office box is not enough.
 * @property {string | null} register Name of the register, such as `Companies House, Cardiff`.
 * @property {string | null} registerNumber
 * @property {string | null} vatNumber
 * @property {string} responsible The person who acts for the seller and is responsible for the content.
 * @property {string} supportEmail
 * @property {string} supportPhone With the country code.
 */

/** @type {Readonly<Seller>} */
export const SELLER = {
  sample: true,
  name: 'Daybreak Learning Ltd.',
  legalForm: '',
  address: [],
  register: '',
  registerNumber: '',
  vatNumber: '',
  responsible: '',
  supportEmail: 'support@daybreak-ai.example',
  supportPhone: '',
};

/** The companies that receive personal data. @type {readonly Processor[]} */
export const PROCESSORS = [
  {
    name: 'Stripe',
    does: 'takes payments and makes refunds',
    place: 'Ireland and the United States, under the EU-US Data Privacy Framework and standard contractual clauses',
  },
  { name: '', does: 'runs our servers and keeps the backups', place: '' },
  { name: '', does: 'delivers our emails', place: '' },
];

/** @type {readonly (readonly [field: Exclude<keyof Seller, 'sample'>, label: string])[]} */
const FIELDS = [
  ['name', 'name'],
  ['legalForm', 'legal form'],
  ['address', 'postal address'],
  ['register', 'register'],
  ['registerNumber', 'register number'],
  ['vatNumber', 'VAT number'],
  ['responsible', 'responsible person'],
  ['supportEmail', 'support email'],
  ['supportPhone', 'support phone'],
];

/**
 * Returns the names of the fields that are still to be filled in, such as `postal address`.
 * @param {Readonly<Seller>} seller
 */
export const missingSellerFields = (seller) =>
  FIELDS.filter(([field]) => seller[field]?.length === 0).map(([, label]) => label);

/**
 * Returns what the processors do whose name or place is still to be filled in.
 * @param {readonly Processor[]} processors
 */
export const unnamedProcessors = (processors) =>
  processors.filter(({ name, place }) => name === '' || place === '').map(({ does }) => does);

/**
 * Returns name and postal address on one line, for footers.
 * @param {Pick<Seller, 'name' | 'address'>} seller
 */
export const sellerLine = ({ name, address }) => [name, ...address].join(', ');
