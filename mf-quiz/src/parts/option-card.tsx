import type { Option } from '@course/funnel';
import { classes } from './classes.ts';
import css from './option-card.module.css';
import { OptionFace } from './option-face.tsx';

export interface OptionCardProps {
  readonly option: Option;
  readonly selected: boolean;
  readonly onChoose: (value: string) => void;
  /** `tile` stands beside others, `row` below them; `large` and `larger` are rows with room. */
  readonly shape?: 'row' | 'large' | 'larger' | 'tile';
}

export const cardClass = ({ shape = 'row', selected }: Pick<OptionCardProps, 'shape' | 'selected'>): string =>
  classes(css['card'], css[shape], selected && css['selected']);

/** The one answer to choose, which leads on. A real button, so that a tap before hydration can be replayed. */
export const OptionCard = ({ option, selected, onChoose, shape }: OptionCardProps) => (
  <button
    type="button"
    className={cardClass({ shape, selected })}
    data-answer={option.value}
    aria-pressed={selected}
    onClick={() => onChoose(option.value)}
  >
    <OptionFace option={option} />
  </button>
);
