import { pathOf, type StepKey } from '@course/funnel';
import { salesPath } from '@course/platform';

/** The path of a step; for the offer, that of the sales page which this visitor is given when several are tried. */
export const pathOrVariant = (key: StepKey): string => (key === 'sales002' ? salesPath() : undefined) ?? pathOf(key);
