import type { Option } from '../flow/steps.ts';
import { classes } from '@course/ui';
import { Icon } from '../art/icon.tsx';
import css from './option-card.module.css';

export interface OptionCardProps {
  readonly option: Option;
  readonly selected: boolean;
  readonly onChoose: (value: string) => void;
  /** `tile` is for answers side by side, `row` for a list; `large` and `larger` are taller rows. */
  readonly shape?: 'row' | 'large' | 'larger' | 'tile';
}

const cardClass = ({ shape = 'row', selected }: Pick<OptionCardProps, 'shape' | 'selected'>): string =>
  classes(css['card'], css[shape], selected && css['selected']);

/** A single-choice answer. A real button, so that a tap before hydration can be replayed. */
export const OptionCard = ({ option, selected, onChoose, shape }: OptionCardProps) => (
  <button
    type="button"
    className={cardClass({ shape, selected })}
    data-answer={option.value}
    aria-pressed={selected}
    onClick={() => onChoose(option.value)}
  >
    <OptionFace option={option} selected={selected} />
  </button>
);

/** A multiple-choice answer: a native checkbox that covers the whole card. */
export const OptionBox = ({ option, selected, onChoose, shape }: OptionCardProps) => (
  <label className={cardClass({ shape, selected })}>
    <input
      type="checkbox"
      className={css['box']}
      data-answer={option.value}
      checked={selected}
      onChange={() => onChoose(option.value)}
    />
    <OptionFace option={option} selected={selected} />
  </label>
);

/** The visible part of an answer: icon, label and check mark. */
const OptionFace = ({ option, selected }: Pick<OptionCardProps, 'option' | 'selected'>) => (
  <>
    {option.icon && <Icon name={option.icon} className={css['icon']} />}
    <span className={css['label']}>{option.label}</span>
    <svg className={css['check']} viewBox="2 2 20 20" aria-hidden="true">
      {selected && <path className={css['tick']} d="M7 12.5l3.5 3.5 6.5-7.5" pathLength="1" />}
    </svg>
  </>
);
