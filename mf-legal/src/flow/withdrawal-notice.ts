import { modelWithdrawalForm, WITHDRAW_LABEL, withdrawalNotice } from '@course/funnel';
import type { LegalSection } from './legal-text.ts';

const IDS = ['withdrawal', 'withdrawal-effects'] as const;

/** The sections of the terms with the notice of the right of withdrawal and the model form. */
export const WITHDRAWAL_SECTIONS: readonly LegalSection[] = [
  ...withdrawalNotice().map(({ title, paragraphs }, index) => ({ id: IDS[index]!, title, blocks: paragraphs })),
  {
    id: 'withdrawal-form',
    title: 'Model withdrawal form',
    blocks: [
      `Fill in this form and send it back only if you want to withdraw from the contract. [${WITHDRAW_LABEL}](/withdrawal) does the same online.`,
      modelWithdrawalForm(),
    ],
  },
];
