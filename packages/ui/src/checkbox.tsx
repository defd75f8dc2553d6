import * as Radix from '@radix-ui/react-checkbox';
import type { ComponentProps } from 'react';
import css from './checkbox.module.css';

type CheckboxProps = Pick<
  ComponentProps<typeof Radix.Root>,
  'id' | 'ref' | 'defaultChecked' | 'aria-invalid' | 'aria-describedby'
> & {
  readonly onTick?: (ticked: boolean) => void;
};

/** A checkbox without Radix's hidden input, whose inline styles the Content Security Policy blocks in served HTML. */
export const Checkbox = ({ defaultChecked = false, onTick, ...rest }: CheckboxProps) => (
  <Radix.unstable_Provider defaultChecked={defaultChecked} onCheckedChange={(state) => onTick?.(state === true)}>
    <Radix.unstable_Trigger {...rest} className={css['box']}>
      <svg viewBox="0 0 24 24" aria-hidden="true" className={css['mark']}>
        <path className={css['tick']} d="M6 12.5l4 4 8-9" pathLength="1" />
      </svg>
    </Radix.unstable_Trigger>
  </Radix.unstable_Provider>
);

export const isTicked = (box: HTMLButtonElement | null): boolean => box?.getAttribute('aria-checked') === 'true';
