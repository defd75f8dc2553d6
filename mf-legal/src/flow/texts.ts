import { IMPRINT } from './imprint.ts';
import type { LegalText } from './legal-text.ts';
import { PRIVACY } from './privacy.ts';
import { REFUND } from './refund.ts';
import { SUBSCRIPTION } from './subscription.ts';
import { TERMS } from './terms-of-service.ts';

/** The legal pages' texts by kind of step. */
export const LEGAL_TEXTS = {
  terms: TERMS,
  privacy: PRIVACY,
  refund: REFUND,
  subscription: SUBSCRIPTION,
  imprint: IMPRINT,
} as const satisfies Record<string, LegalText>;

export type LegalKind = keyof typeof LEGAL_TEXTS;
