import { type ReactNode, useCallback, useState } from 'react';
import { exchangeToken, type ExchangeResult, isRefunded, isRefused, type Purpose } from './calls.ts';
import { type OpenedLink, useOpenedLink } from './link-token.ts';
import { LoadedView } from './loaded-view.tsx';
import { NewLinkForm } from './new-link-form.tsx';
import { useLoaded } from './use-loaded.ts';

/** What the current link or cookie opens. */
type Opened<View> = { readonly kind: Exclude<ExchangeResult, 'open'> } | { readonly kind: 'open'; readonly view: View };

type OrderView = { readonly orderNumber: string } | null;

export interface OpenedOrderView<View> {
  readonly view: View;
  /** True if `view` is of another order than the previous one, which was opened in this browser since. */
  readonly hasOrderChanged: boolean;
  /** Replaces what is shown. Stable. */
  readonly show: (opened: Opened<View>) => void;
  /** Loads again what is open. Stable. */
  readonly reopen: () => void;
}

interface OpenedOrderProps<View extends OrderView> {
  readonly purpose: Purpose;
  /** Must be stable. */
  readonly readView: () => Promise<View>;
  readonly refunded: ReactNode;
  readonly children: (order: OpenedOrderView<View>) => ReactNode;
}

/** Links that were exchanged. Exchanging one again would switch back to its order from one that was opened since. */
const exchanged = new WeakSet<OpenedLink>();

async function open<View>(
  link: OpenedLink | null,
  { purpose, readView }: Pick<OpenedOrderProps<View & OrderView>, 'purpose' | 'readView'>,
): Promise<Opened<View>> {
  try {
    const isNew = link !== null && !exchanged.has(link);
    const kind = await exchangeToken(isNew ? link.token : null, purpose);
    if (isNew) exchanged.add(link);
    return kind === 'open' ? { kind, view: await readView() } : { kind };
  } catch (error) {
    if (isRefunded(error)) return { kind: 'refunded' };
    if (isRefused(error)) return { kind: 'ended' };
    throw error;
  }
}

/**
 * Shows the order opened by the link that led here or by an earlier link's cookie; otherwise, what to do to open one.
 */
export function OpenedOrder<View extends OrderView>({ purpose, readView, refunded, children }: OpenedOrderProps<View>) {
  const link = useOpenedLink();
  const load = useCallback(() => open<View>(link ?? null, { purpose, readView }), [link, purpose, readView]);
  const opened = useLoaded(link === undefined ? null : load);
  const { loaded, show, tryAgain: reopen } = opened;
  const hasOrderChanged = useOrderChanged(
    loaded.kind === 'loaded' && loaded.value.kind === 'open' ? loaded.value.view : null,
  );
  return (
    <LoadedView of={opened}>
      {(order) => {
        if (order.kind === 'open') return children({ view: order.view, hasOrderChanged, show, reopen });
        if (order.kind === 'refunded') return refunded;
        return <NewLinkForm purpose={purpose} ended={order.kind === 'ended'} />;
      }}
    </LoadedView>
  );
}

function useOrderChanged(view: OrderView): boolean {
  const [shown, setShown] = useState({ view, hasChanged: false });
  if (shown.view === view) return shown.hasChanged;
  const hasChanged = !!shown.view && !!view && shown.view.orderNumber !== view.orderNumber;
  setShown({ view, hasChanged });
  return hasChanged;
}
