import { sharedAtom } from '../stored-atom.ts';

/** The question whether the visitor agrees to measurement. The host shows it while the atom holds one. */
export interface ConsentQuestion {
  /** True if the visitor asked for the question, which then takes the focus. */
  readonly again: boolean;
  readonly onAnswer: (agreed: boolean) => void;
}

export const consentQuestionAtom = sharedAtom<ConsentQuestion | null>(null);

/** Browsers that carry Global Privacy Control say so here. */
export const refusesSale = (): boolean =>
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;
