import { sharedAtom } from '../stored-atom.ts';

/** Asks whether the visitor agrees to measurement. The host shows the question while the atom holds one. */
export interface ConsentQuestion {
  /** True if the visitor reopened the question, which then takes the focus. */
  readonly again: boolean;
  readonly onAnswer: (agreed: boolean) => void;
}

export const consentQuestionAtom = sharedAtom<ConsentQuestion | null>(null);

/** Returns whether the browser sends Global Privacy Control. */
export const hasGlobalPrivacyControl = (): boolean =>
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;
