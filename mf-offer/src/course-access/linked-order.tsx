import type { ComponentType } from 'react';
import { Opening, Unreachable } from './reader-parts.tsx';
import css from './reader.module.css';
import { type LinkedCalls, type LinkedOrder as Order, useLinkedOrder } from './use-linked-order.ts';

export interface ShownProps<View> extends Pick<Order<View>, 'isBusy' | 'problem' | 'act'> {
  readonly view: View;
}

interface LinkedOrderProps<View> {
  readonly calls: LinkedCalls;
  readonly copy: { readonly noLink: string; readonly unknown: string };
  readonly Shown: ComponentType<ShownProps<View>>;
}

/** Shows the order of the link that led here, or why it cannot be shown. */
export function LinkedOrder<View>({ calls, copy, Shown }: LinkedOrderProps<View>) {
  const { stand, tryAgain, ...order } = useLinkedOrder<View>(calls);
  switch (stand.kind) {
    case 'opening':
      return <Opening />;
    case 'unreachable':
      return <Unreachable busy={stand.busy} onAgain={tryAgain} />;
    case 'no-link':
      return (
        <p role="status" className={css['panel']}>
          {copy.noLink}
        </p>
      );
    case 'unknown':
      return (
        <p role="alert" className={css['panel']}>
          {copy.unknown}
        </p>
      );
    case 'shown':
      return <Shown view={stand.view} {...order} />;
    default:
      return stand satisfies never;
  }
}
