import { STEPS, type Option } from '@course/funnel';

const optionsTo = (question: string): readonly Option[] =>
  STEPS.flatMap((step) => ('asks' in step && step.asks === question ? step.options : []));

/** An option as visitors read it; an answer that is none of the product's options as it is stored. */
export const labelOf = (question: string, value: string): string =>
  optionsTo(question).find((option) => option.value === value)?.label ?? value;
