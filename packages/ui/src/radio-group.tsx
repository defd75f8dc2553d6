import * as Radix from '@radix-ui/react-radio-group';
import { useRef, type ComponentProps, type FocusEvent, type KeyboardEvent } from 'react';

type RadioGroupProps = Omit<ComponentProps<typeof Radix.Root>, 'value' | 'name' | 'style'> & { readonly name: string; readonly value: string };

/**
 * One choice of several. Radix gives every item a field of its own with inline styles, which the Content Security Policy
 * refuses in served HTML; one hidden field carries the choice into the form instead.
 */
export function RadioGroup({ name, value, ...rest }: RadioGroupProps) {
  return (
    <>
      <Radix.Root {...rest} {...useChoiceFollowsFocus()} value={value} style={{ outline: undefined }} />
      <input type="hidden" name={name} value={value} />
    </>
  );
}

/**
 * An arrow key moves the choice with the focus. Radix forgets the arrow when the key is let go, and moves the focus only
 * after that when the press was short, as assistive technology's are.
 */
function useChoiceFollowsFocus() {
  const moving = useRef(false);
  return {
    onKeyDown: ({ key }: KeyboardEvent) => {
      moving.current = key.startsWith('Arrow');
    },
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      if (moving.current && target.getAttribute('role') === 'radio') target.click();
      moving.current = false;
    },
  };
}

/** An item, whose whole surface is the control. */
export const RadioItem = ({ value, children, ...rest }: ComponentProps<typeof Radix.Item>) => (
  <Radix.unstable_ItemProvider value={value}>
    <Radix.unstable_ItemTrigger {...rest}>{children}</Radix.unstable_ItemTrigger>
  </Radix.unstable_ItemProvider>
);
