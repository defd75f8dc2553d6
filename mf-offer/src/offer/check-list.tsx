import { CheckIcon } from '../art/icons.tsx';
import css from './check-list.module.css';

export const CheckList = ({ items }: { readonly items: readonly string[] }) => (
  <ul className={css['list']}>
    {items.map((item) => (
      <li key={item}>
        <CheckIcon />
        <span>{item}</span>
      </li>
    ))}
  </ul>
);
