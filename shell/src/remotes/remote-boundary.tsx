import type { RemoteAddress } from '@course/contracts';
import { Component, type ReactNode } from 'react';
import { reportRemoteError } from './errors.ts';
import { Fallback } from './fallback.tsx';

interface Props {
  readonly address: RemoteAddress;
  readonly onRetry: () => void;
  readonly children: ReactNode;
}

/** A remote that throws while rendering takes down its own screen and nothing else. */
export class RemoteBoundary extends Component<Props, { readonly crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError(): { crashed: boolean } {
    return { crashed: true };
  }

  override componentDidCatch(error: unknown): void {
    reportRemoteError(this.props.address, error);
  }

  private readonly retry = (): void => {
    this.setState({ crashed: false });
    this.props.onRetry();
  };

  override render(): ReactNode {
    return this.state.crashed ? <Fallback reason="broken" onRetry={this.retry} /> : this.props.children;
  }
}
