import { sharedAtom, store } from './stored-atom.ts';

/** The question whether the visitor agrees to measurement. The host shows it while the atom holds one. */
export interface ConsentQuestion {
  /** True if the visitor asked for the question, which then takes the focus. */
  readonly again: boolean;
  readonly onAnswer: (agreed: boolean) => void;
}

export const consentQuestionAtom = sharedAtom<ConsentQuestion | null>(null);

/** Shows the question and resolves to the visitor's answer. `again`: the visitor asked for it. */
export type AskConsent = (again?: boolean) => Promise<boolean>;

/** Calls that come while the question is on show share its answer. */
export const askConsent: AskConsent = (again = false) =>
  new Promise((resolve) => {
    const onShow = store.get(consentQuestionAtom);
    const onAnswer = (agreed: boolean): void => {
      store.set(consentQuestionAtom, null);
      onShow?.onAnswer(agreed);
      resolve(agreed);
    };
    store.set(consentQuestionAtom, { again, onAnswer });
  });

/** Browsers that carry Global Privacy Control say so here. */
export const refusesSale = (): boolean =>
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;
