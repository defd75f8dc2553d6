import type { ReactNode } from 'react';
import { isRefused } from './calls.ts';
import { Loading, Unreachable } from './reader-parts.tsx';
import type { UseLoaded } from './use-loaded.ts';

interface LoadedViewProps<Value> {
  readonly of: Pick<UseLoaded<Value>, 'loaded' | 'tryAgain'>;
  readonly loading?: ReactNode;
  /** Shown instead of a retry button if another try would be refused again. */
  readonly refused?: ReactNode;
  /** The class of the error with its retry button. Default: a panel. */
  readonly failedClass?: string | undefined;
  readonly children: (value: Value) => ReactNode;
}

/** Renders a loaded value, a loading state, or an error. */
export function LoadedView<Value>({
  of: { loaded, tryAgain },
  loading = <Loading />,
  refused,
  failedClass,
  children,
}: LoadedViewProps<Value>) {
  if (loaded.kind === 'loading') return loading;
  if (loaded.kind === 'loaded') return children(loaded.value);
  if (refused !== undefined && isRefused(loaded.error)) return refused;
  return <Unreachable error={loaded.error} onAgain={tryAgain} className={failedClass} />;
}
