import { Component, lazy, Suspense, type ComponentType, type LazyExoticComponent, type ReactNode } from 'react';

/** Thrown in place of a part whose code did not arrive. */
class LoadError extends Error {}

/** A component whose code is a file of its own. It stands in a `LazyBoundary`. */
export const lazyPart = <Props,>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(() =>
    load().then(
      (Part) => ({ default: Part }),
      (cause: unknown) => {
        console.warn('A part of the screen could not be loaded:', cause);
        throw new LoadError('A part of the screen could not be loaded', { cause });
      },
    ),
  );

interface LazyBoundaryProps {
  /** Shown while the code is on its way. */
  readonly waiting?: ReactNode;
  /** Shown when it did not arrive. */
  readonly failed?: ReactNode;
  readonly children: ReactNode;
}

interface State {
  readonly error?: unknown;
}

/** Stands around lazy parts. A part that arrives and then throws is its screen's failure, not the boundary's. */
export class LazyBoundary extends Component<LazyBoundaryProps, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    const { waiting, failed, children } = this.props;
    if (error instanceof LoadError) return failed;
    if (error !== undefined) throw error;
    return <Suspense fallback={waiting}>{children}</Suspense>;
  }
}
