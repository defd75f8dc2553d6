import type { Option } from '../flow/steps.ts';
import { classes } from '@course/ui';
import type { ComponentType } from 'react';
import { OptionCard, type OptionCardProps } from './option-card.tsx';
import { HEADING_ID } from './screen-parts.tsx';
import css from './options.module.css';

interface OptionsProps {
  readonly options: readonly Option[];
  readonly chosen: readonly string[];
  readonly onChoose: (value: string) => void;
  /** `rows` is one column, `pairs` two columns, `tiles` two large cards side by side. */
  readonly look?: 'rows' | 'pairs' | 'tiles';
  /** Id of the element that asks the question. */
  readonly labelledBy?: string;
  /** The component of an answer; a single-choice card by default. */
  readonly Answer?: ComponentType<OptionCardProps>;
}

type Look = NonNullable<OptionsProps['look']>;

/** The fewer the answers, the larger each card. */
function shapeOf(look: Look, count: number): OptionCardProps['shape'] {
  if (look !== 'rows') return look === 'tiles' ? 'tile' : 'row';
  if (count > 4) return 'row';
  return count > 3 ? 'large' : 'larger';
}

/** The answers to a question, labelled by the heading unless `labelledBy` says otherwise. */
export const Options = ({
  options,
  chosen,
  onChoose,
  look = 'rows',
  labelledBy = HEADING_ID,
  Answer = OptionCard,
}: OptionsProps) => (
  <fieldset className={classes(css['options'], css[look])} aria-labelledby={labelledBy}>
    {options.map((option) => (
      <Answer
        key={option.value}
        option={option}
        selected={chosen.includes(option.value)}
        onChoose={onChoose}
        shape={shapeOf(look, options.length)}
      />
    ))}
  </fieldset>
);
