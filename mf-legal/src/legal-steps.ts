import { STEPS, type Step, type StepKind } from '@course/funnel';
import { LEGAL_TEXTS, type LegalKind } from '@course/funnel/legal';

export type LegalStep = Step & { readonly kind: LegalKind };

/** Every kind that has a text is a kind of the step table. */
const KINDS = Object.keys(LEGAL_TEXTS) as (LegalKind & StepKind)[];

const isLegal = (step: Step): step is LegalStep => KINDS.some((kind) => kind === step.kind);

/** The step table's rows that this remote shows. */
export const LEGAL_STEPS: readonly LegalStep[] = STEPS.filter(isLegal);
