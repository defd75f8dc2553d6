import { cardClass, type OptionCardProps } from './option-card.tsx';
import css from './option-card.module.css';
import { OptionFace } from './option-face.tsx';

/** One of several answers to tick: the browser's own checkbox, which lies over its whole card. */
export const OptionBox = ({ option, selected, onChoose, shape }: OptionCardProps) => (
  <label className={cardClass({ shape, selected })}>
    <input
      type="checkbox"
      className={css['box']}
      data-answer={option.value}
      checked={selected}
      onChange={() => onChoose(option.value)}
    />
    <OptionFace option={option} />
  </label>
);
