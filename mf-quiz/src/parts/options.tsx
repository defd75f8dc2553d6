import type { Option } from '@course/funnel';
import { classes } from './classes.ts';
import { HEADING_ID } from './heading.tsx';
import { OptionCard, type OptionCardProps } from './option-card.tsx';
import css from './options.module.css';

interface OptionsProps {
  readonly options: readonly Option[];
  readonly chosen: readonly string[];
  readonly onChoose: (value: string) => void;
  /** `rows` one below the other, `pairs` two beside each other, `tiles` two large ones. */
  readonly look?: 'rows' | 'pairs' | 'tiles';
  /** Id of what is asked. */
  readonly labelledBy?: string;
}

type Look = NonNullable<OptionsProps['look']>;

/** So few that each may be larger. */
const FEW = 4;

const shapeOf = (look: Look, count: number): OptionCardProps['shape'] => (look === 'tiles' ? 'tile' : look === 'rows' && count <= FEW ? 'large' : 'row');

/** The answers to what the heading asks. */
export const Options = ({ options, chosen, onChoose, look = 'rows', labelledBy = HEADING_ID }: OptionsProps) => (
  <fieldset className={classes(css['options'], css[look])} aria-labelledby={labelledBy}>
    {options.map((option) => (
      <OptionCard key={option.value} option={option} selected={chosen.includes(option.value)} onChoose={onChoose} shape={shapeOf(look, options.length)} />
    ))}
  </fieldset>
);
