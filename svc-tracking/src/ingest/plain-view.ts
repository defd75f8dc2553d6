import {
  RELEASE_NAME,
  SECONDS_MAX,
  SESSION_ID,
  VITALS_MAX,
  type BatchedView,
  type EnterPage,
  type ExitPage,
} from '@course/contracts';

// Recognises the form that nearly every view has. The contract's schema costs 20 times as much. These checks are
// stricter than the schema: a value that is not plain may still be valid, and is left to the schema. A test compares
// the two.

const PATH = /^\/(?!\/)[!"$->@-[\]-~]{0,511}$/;
const VARIANT = /^[ -~]{1,64}$/;
const KEY = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
/** 29 February is left to the schema. */
const DAY =
  '(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8]))';
const TIME = new RegExp(`^\\d{4}-${DAY}T(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d{1,3})?Z$`);

// A new field of a contract does not compile until it is listed here.
const ENTRY_FIELDS: Readonly<Record<keyof EnterPage, true>> = {
  sessionId: true,
  pagePath: true,
  key: true,
  variant: true,
  release: true,
  preview: true,
};
const VIEW_FIELDS: Readonly<Record<keyof BatchedView, true>> = {
  ...ENTRY_FIELDS,
  exit: true,
  userAgent: true,
};
const EXIT_FIELDS: Readonly<Record<keyof ExitPage, true>> = {
  exitedAt: true,
  timeSpentSeconds: true,
  totalSeconds: true,
  vitals: true,
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const hasOnly = (record: object, fields: object): boolean => {
  for (const field in record) if (!Object.hasOwn(fields, field)) return false;
  return true;
};

const isSeconds = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value <= SECONDS_MAX;
const isText = (value: unknown, form: RegExp): boolean => typeof value === 'string' && form.test(value);

const isPlainVitals = (value: unknown): boolean => {
  if (!isRecord(value) || Array.isArray(value)) return false;
  for (const name in value) {
    const [measured, max] = [value[name], (VITALS_MAX as Readonly<Record<string, number | undefined>>)[name]];
    if (max === undefined || typeof measured !== 'number' || !(measured >= 0 && measured <= max)) return false;
  }
  return true;
};

const isPlainExit = (value: unknown): boolean =>
  isRecord(value) &&
  isText(value['exitedAt'], TIME) &&
  isSeconds(value['timeSpentSeconds']) &&
  (value['totalSeconds'] === undefined || isSeconds(value['totalSeconds'])) &&
  (value['vitals'] === undefined || isPlainVitals(value['vitals'])) &&
  hasOnly(value, EXIT_FIELDS);

const hasPlainEntry = (record: Readonly<Record<string, unknown>>): boolean =>
  isText(record['sessionId'], SESSION_ID) &&
  isText(record['pagePath'], PATH) &&
  (record['variant'] === undefined || isText(record['variant'], VARIANT)) &&
  (record['release'] === undefined || isText(record['release'], RELEASE_NAME)) &&
  (record['preview'] === undefined || record['preview'] === true);

/** True if a value parsed from JSON is certainly a valid entry. False for some that the schema accepts. */
export const isPlainEntry = (value: unknown): value is EnterPage =>
  isRecord(value) &&
  hasPlainEntry(value) &&
  (value['key'] === undefined || isText(value['key'], KEY)) &&
  hasOnly(value, ENTRY_FIELDS);

/** The same for a view in a batch. */
export const isPlainView = (value: unknown): value is BatchedView =>
  isRecord(value) &&
  hasPlainEntry(value) &&
  isText(value['key'], KEY) &&
  (value['exit'] === undefined || isPlainExit(value['exit'])) &&
  value['userAgent'] === undefined &&
  hasOnly(value, VIEW_FIELDS);
