import { Component, lazy, Suspense, type ComponentType, type LazyExoticComponent, type ReactNode } from 'react';

/** Thrown when a part's code fails to load. */
class LoadError extends Error {}

/** Returns a component whose code is loaded separately. Render it inside a `LazyBoundary`. */
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
  /** Shown while the code is loading. */
  readonly waiting?: ReactNode;
  /** Shown if the code fails to load. */
  readonly failed?: ReactNode;
  readonly children: ReactNode;
}

interface State {
  readonly error?: unknown;
}

/** Handles the loading of lazy parts. An error thrown by a part that has loaded is passed on to its screen. */
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
