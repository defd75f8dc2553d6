import type { Option } from '@course/funnel';
import { Icon } from '../art/icon.tsx';
import css from './option-card.module.css';

/** What is seen of an answer: icon, label and check mark. */
export const OptionFace = ({ option }: { readonly option: Option }) => (
  <>
    {option.icon && (
      <span className={css['icon']}>
        <Icon name={option.icon} />
      </span>
    )}
    <span className={css['label']}>{option.label}</span>
    <svg className={css['check']} viewBox="0 0 24 24" aria-hidden="true">
      <rect className={css['disc']} x="1.5" y="1.5" width="21" height="21" rx="10.5" />
      <path className={css['tick']} d="M7 12.5l3.5 3.5 6.5-7.5" pathLength="1" />
    </svg>
  </>
);
