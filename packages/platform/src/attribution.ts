import { readVersioned, removeRaw, writeVersioned } from './storage.ts';

const KEY = 'attribution';
const LONGEST = 512;
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

const LAST = 'last_';
const isFirst = (name: string): boolean => !name.startsWith(LAST);
const entriesOf = (texts: Texts | undefined, keep: (name: string) => boolean) =>
  Object.entries(texts ?? {}).filter(([name]) => keep(name));

/** The first way's texts, and beside them those of the newest one as `last_source` and the like. */
function besideFirst(first: Texts | undefined, newest: Texts | undefined): Texts | undefined {
  const last = entriesOf(newest, isFirst).map(([name, text]) => [LAST + name, text]);
  const both = [...entriesOf(first, isFirst), ...last];
  return both.length > 0 ? (Object.fromEntries(both) as Texts) : undefined;
}

/** What is kept after a visit by `entered`: the first way stays for good, of later ones the newest. */
function withTouch(kept: Attribution | undefined, entered: Attribution): Attribution {
  if (!kept) return entered;
  return { utm: besideFirst(kept.utm, entered.utm), clickIds: besideFirst(kept.clickIds, entered.clickIds) };
}

/** Whether the server has not heard of the way that is kept. */
const UNTOLD = 'attribution_untold';
const isTrue = (value: unknown): value is true => value === true;

// On load, because the address is gone with the first tap.
const entered = attributionIn(globalThis.location?.search ?? '');
if (entered) {
  const kept = readVersioned(KEY, isAttribution);
  const after = withTouch(kept, entered);
  // A reload, or the first link again, is no new way.
  const isNew = JSON.stringify(after) !== JSON.stringify(kept) && JSON.stringify(entered) !== JSON.stringify(kept);
  if (isNew) {
    writeVersioned(KEY, after);
    writeVersioned(UNTOLD, true);
  }
}

/** The way on which this visitor first came here, with the newest beside it; undefined when no address ever told. */
export const attribution = (): Attribution | undefined => readVersioned(KEY, isAttribution);

export const isWayUntold = (): boolean => readVersioned(UNTOLD, isTrue) === true;
export const wayTold = (): void => removeRaw(UNTOLD);
