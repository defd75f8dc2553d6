import { isTrue, readVersioned, removeRaw, writeVersioned } from './storage.ts';

const KEY = 'attribution';
const MAX_LENGTH = 512;
const UTM = ['source', 'medium', 'campaign', 'term', 'content', 'id'];
const CLICK_IDS = ['gclid', 'gbraid', 'wbraid', 'fbclid', 'ttclid', 'msclkid', 'twclid', 'li_fat_id'];

type Texts = Readonly<Record<string, string>>;

/** Where a visitor came from, in the shape of `POST /api/sessions`. */
interface Attribution {
  readonly utm?: Texts | undefined;
  readonly clickIds?: Texts | undefined;
}

const isTexts = (value: unknown): boolean =>
  value === undefined ||
  (typeof value === 'object' && value !== null && Object.values(value).every((text) => typeof text === 'string'));

const isAttribution = (value: unknown): value is Attribution =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).every(([key, texts]) => /^(utm|clickIds)$/.test(key) && isTexts(texts));

/** Returns the attribution in an address, as far as the server accepts it; undefined if there is none. */
export function attributionIn(search: string): Attribution | undefined {
  const params = new URLSearchParams(search);
  const pick = (names: readonly string[], prefix = ''): Texts | undefined => {
    const found = names.flatMap((name) => {
      const value = params.get(prefix + name);
      return value && value.length <= MAX_LENGTH && !value.includes('\0') ? [[name, value]] : [];
    });
    return found.length > 0 ? (Object.fromEntries(found) as Texts) : undefined;
  };
  const utm = pick(UTM, 'utm_');
  const clickIds = pick(CLICK_IDS);
  return utm || clickIds ? { utm, clickIds } : undefined;
}

const LAST = 'last_';
const isFirst = (name: string): boolean => !name.startsWith(LAST);
const entriesOf = (texts: Texts | undefined, keep: (name: string) => boolean) =>
  Object.entries(texts ?? {}).filter(([name]) => keep(name));

/** Returns the first touch's values, with those of the latest one beside them as `last_source` and the like. */
function mergeTouches(first: Texts | undefined, latest: Texts | undefined): Texts | undefined {
  const last = entriesOf(latest, isFirst).map(([name, text]) => [LAST + name, text]);
  const both = [...entriesOf(first, isFirst), ...last];
  return both.length > 0 ? (Object.fromEntries(both) as Texts) : undefined;
}

/** Returns what to keep after a visit by `entered`: the first touch for good, and the latest of the others. */
function withTouch(kept: Attribution | undefined, entered: Attribution): Attribution {
  if (!kept) return entered;
  return { utm: mergeTouches(kept.utm, entered.utm), clickIds: mergeTouches(kept.clickIds, entered.clickIds) };
}

/** Storage key, `true` while the server has not received the stored attribution. Kept from earlier releases. */
const UNSENT = 'attribution_untold';

// On load, because the first tap changes the address.
const entered = attributionIn(globalThis.location?.search ?? '');
if (entered) {
  const kept = readVersioned(KEY, isAttribution);
  const after = withTouch(kept, entered);
  // A reload is not a new touch, nor is the first link again before any other.
  const isNew = JSON.stringify(after) !== JSON.stringify(kept) && JSON.stringify(entered) !== JSON.stringify(kept);
  if (isNew) {
    writeVersioned(KEY, after);
    writeVersioned(UNSENT, true);
  }
}

/** Returns this visitor's first touch, with the latest beside it; undefined if no address ever had one. */
export const attribution = (): Attribution | undefined => readVersioned(KEY, isAttribution);

export const isAttributionUnsent = (): boolean => readVersioned(UNSENT, isTrue) === true;
export const markAttributionSent = (): void => removeRaw(UNSENT);
