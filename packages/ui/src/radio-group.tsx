import * as Radix from '@radix-ui/react-radio-group';
import type { ComponentProps, KeyboardEvent } from 'react';

type RadioGroupProps = Omit<ComponentProps<typeof Radix.Root>, 'value' | 'name' | 'style'> & {
  readonly name: string;
  readonly value: string;
};

/**
 * A radio group. Radix adds a hidden input with inline styles to every item, which the Content Security Policy blocks
 * in served HTML; a single hidden input submits the choice instead.
 */
export function RadioGroup({ name, value, ...rest }: RadioGroupProps) {
  return (
    <>
      <Radix.Root {...rest} onKeyDownCapture={chooseByArrow} value={value} style={{ outline: undefined }} />
      <input type="hidden" name={name} value={value} />
    </>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/**
 * Moves focus and choice immediately on an arrow key. Radix moves the focus a moment later, so that a quick second
 * press is lost, and the choice only while the key is held, which key presses of assistive technology are too short
 * for.
 */
function chooseByArrow(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const radios = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="radio"]:enabled')];
  const from = radios.findIndex((radio) => radio === event.target);
  const next = from < 0 ? undefined : radios.at((from + step) % radios.length);
  if (!next) return;
  // Radix ignores an event whose default was prevented.
  event.preventDefault();
  next.focus();
  next.click();
}

/** An item whose whole surface is the control. */
export const RadioItem = ({ value, children, ...rest }: ComponentProps<typeof Radix.Item>) => (
  <Radix.unstable_ItemProvider value={value}>
    <Radix.unstable_ItemTrigger {...rest}>{children}</Radix.unstable_ItemTrigger>
  </Radix.unstable_ItemProvider>
);
