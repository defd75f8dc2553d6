import type { FailureReason, RemoteAddress } from '@course/federation/contract';
import { reasonOf, RemoteUnavailable, reportRemoteError } from '@course/federation/host';
import { Component, type ComponentProps, type ReactNode } from 'react';
import { ScreenEffects } from '../app/screen-effects.tsx';
import { FallbackScreen } from './fallback-screen.tsx';

interface Props {
  readonly address: RemoteAddress;
  readonly onRetry: () => void;
  readonly children: ReactNode;
}

interface State {
  readonly address: RemoteAddress;
  readonly reason: FailureReason | undefined;
}

/** A remote that is not there or throws while rendering takes down its own screen and nothing else. */
export class RemoteBoundary extends Component<Props, State> {
  override state: State = { address: this.props.address, reason: undefined };

  static getDerivedStateFromError(error: unknown): Pick<State, 'reason'> {
    return { reason: reasonOf(error) };
  }

  /** A retry gives the remote another address, and with it another chance. */
  static getDerivedStateFromProps({ address }: Props, state: State): State | null {
    return address === state.address ? null : { address, reason: undefined };
  }

  override componentDidCatch(error: unknown): void {
    if (!(error instanceof RemoteUnavailable))
      reportRemoteError(this.props.address, error, `remote_${reasonOf(error)}`);
  }

  override render(): ReactNode {
    const { reason } = this.state;
    if (!reason) return this.props.children;
    return <Unavailable reason={reason} onRetry={this.props.onRetry} />;
  }
}

/** Stands in place of a remote's screen. */
export const Unavailable = (props: ComponentProps<typeof FallbackScreen>) => (
  <ScreenEffects title="One moment">
    <FallbackScreen {...props} />
  </ScreenEffects>
);
