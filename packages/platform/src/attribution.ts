import { readVersioned, writeVersioned } from './storage.ts';

const KEY = 'attribution';
const LONGEST = 512;
const UTM = ['source', 'medium', 'campaign', 'term', 'content', 'id'];
const CLICK_IDS = ['gclid', 'gbraid', 'wbraid', 'fbclid', 'ttclid', 'msclkid', 'twclid', 'li_fat_id'];

type Texts = Readonly<Record<string, string>>;

/** Where a visitor came from, in the shape of `POST /api/sessions`. */
export interface Attribution {
  readonly utm?: Texts | undefined;
  readonly clickIds?: Texts | undefined;
}

const isTexts = (value: unknown): boolean =>
  value === undefined || (typeof value === 'object' && value !== null && Object.values(value).every((text) => typeof text === 'string'));

const isAttribution = (value: unknown): value is Attribution =>
  typeof value === 'object' && value !== null && Object.entries(value).every(([key, texts]) => /^(utm|clickIds)$/.test(key) && isTexts(texts));

/** What an address says about the way here, as far as the server takes it; undefined when it says nothing. */
export function attributionIn(search: string): Attribution | undefined {
  const params = new URLSearchParams(search);
  const pick = (names: readonly string[], prefix = ''): Texts | undefined => {
    const found = names.flatMap((name) => {
      const value = params.get(prefix + name);
      return value && value.length <= LONGEST && !value.includes('\0') ? [[name, value]] : [];
    });
    return found.length > 0 ? (Object.fromEntries(found) as Texts) : undefined;
  };
  const utm = pick(UTM, 'utm_');
  const clickIds = pick(CLICK_IDS);
  return utm || clickIds ? { utm, clickIds } : undefined;
}

// On load, because the address is gone with the first tap. The first way here counts.
const entered = attributionIn(globalThis.location?.search ?? '');
if (entered && !readVersioned(KEY, isAttribution)) writeVersioned(KEY, entered);

/** The way on which this visitor first came here; undefined when no address ever told. */
export const attribution = (): Attribution | undefined => readVersioned(KEY, isAttribution);
