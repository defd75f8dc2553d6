import { send } from '@course/platform';
import { type Submit, useSubmit } from '@course/ui';
import { type ReactNode, useCallback, useState } from 'react';
import { isRefused } from './calls.ts';
import { LoadedView } from './loaded-view.tsx';
import css from './reader.module.css';
import { useLoaded } from './use-loaded.ts';
import { WithLink } from './with-link.tsx';

export interface LinkedOrderView<View> extends Pick<Submit, 'isSending' | 'error'> {
  readonly view: View;
  /** True if `view` is the result of `act`. */
  readonly isFresh: boolean;
  /** Acts on the order. Idempotent. */
  readonly act: () => void;
}

interface LinkedOrderProps<View> {
  /** Paths of the two calls, which accept the link's token in the body and return the same view. Must be stable. */
  readonly calls: { readonly view: `/api/${string}`; readonly act: `/api/${string}` };
  readonly copy: { readonly noLink: string; readonly unknown: string };
  readonly children: (order: LinkedOrderView<View>) => ReactNode;
}

/** Shows the order of the link that led here, or why it cannot be shown. The link's token is kept only in memory. */
export const LinkedOrder = <View,>(props: LinkedOrderProps<View>) => (
  <WithLink noLink={props.copy.noLink}>{(token) => <OrderOf token={token} {...props} />}</WithLink>
);

function OrderOf<View>({ token, calls, copy, children }: LinkedOrderProps<View> & { readonly token: string }) {
  const call = useCallback((path: `/api/${string}`) => send('POST', path, { token }) as Promise<View>, [token]);
  const order = useLoaded(useCallback(() => call(calls.view), [call, calls]));
  const [isFresh, setFresh] = useState(false);
  const { isSending, error, submit } = useSubmit();
  const act = () =>
    submit(async () => {
      order.show(await call(calls.act));
      setFresh(true);
    });
  const unknown = (
    <p role="alert" className={css['panel']}>
      {copy.unknown}
    </p>
  );
  if (isRefused(error)) return unknown;
  return (
    <LoadedView of={order} refused={unknown}>
      {(view) => children({ view, isFresh, isSending, error, act })}
    </LoadedView>
  );
}
