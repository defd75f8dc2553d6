import type { Option } from '@course/funnel';
import { Icon } from '../art/icon.tsx';
import { classes } from './classes.ts';
import css from './option-card.module.css';

export interface OptionCardProps {
  readonly option: Option;
  readonly selected: boolean;
  readonly onChoose: (value: string) => void;
  /** `tile` stands beside others, `row` below them; `large` is a row with room. */
  readonly shape?: 'row' | 'large' | 'tile';
}

/** One answer to choose. A real button, so that a tap before hydration can be replayed. */
export const OptionCard = ({ option, selected, onChoose, shape = 'row' }: OptionCardProps) => (
  <button
    type="button"
    className={classes(css['card'], css[shape])}
    data-answer={option.value}
    aria-pressed={selected}
    onClick={() => onChoose(option.value)}
  >
    {option.icon && (
      <span className={css['icon']}>
        <Icon name={option.icon} />
      </span>
    )}
    <span className={css['label']}>{option.label}</span>
    <svg className={css['check']} viewBox="0 0 24 24" aria-hidden="true">
      <circle className={css['disc']} cx="12" cy="12" r="10.5" />
      <path className={css['tick']} d="M7 12.5l3.5 3.5 6.5-7.5" pathLength="1" />
    </svg>
  </button>
);
