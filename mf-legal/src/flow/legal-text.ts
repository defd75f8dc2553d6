import { PLANS, PRODUCT } from '@course/funnel';

/** Text in which `[label](address)` is a link: to a legal page's path, `exit:` and an entry's name, or `mailto:`. */
export type LinkedText = string;

/** A titled list of named facts. */
export interface FactSheet {
  readonly title: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
}

/** A paragraph, the items of a list, or fact sheets. */
export type Block = LinkedText | readonly LinkedText[] | { readonly sheets: readonly FactSheet[] };

export interface LegalSection {
  /** The fragment of the section's address, without `#`. */
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly Block[];
}

export interface LegalText {
  /** For search engines and link previews. */
  readonly description: string;
  /** ISO date of the last change. */
  readonly updated: string;
  /** True for texts that a lawyer has to replace before going live. */
  readonly sample: boolean;
  /** The summary at the top. */
  readonly inShort: readonly LinkedText[];
  readonly sections: readonly LegalSection[];
}

const either = (values: readonly number[]): string =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(values.map(String));

/** `1, 4 or 12` */
export const PLAN_WEEKS = either(PLANS.map((plan) => plan.days / 7));
/** `7, 28 or 84`: one email a day. */
export const PLAN_EMAILS = either(PLANS.map((plan) => plan.days));

/** One line per plan: `1 week = 7 emails`. */
export const PLAN_LINES = PLANS.map(({ days }) => `${days / 7} ${days === 7 ? 'week' : 'weeks'} = ${days} emails`);

export const SUPPORT_LINK = `[${PRODUCT.supportEmail}](mailto:${PRODUCT.supportEmail})`;
