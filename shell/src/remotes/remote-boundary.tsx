import type { FailureReason, RemoteAddress } from '@course/federation/contract';
import { reasonOf, RemoteUnavailable, reportRemoteError } from '@course/federation/host';
import { Component, type ComponentProps, type ReactNode } from 'react';
import { ScreenEffects } from '../app/screen-effects.tsx';
import { FallbackScreen, type Retry } from './fallback-screen.tsx';

interface Props {
  readonly address: RemoteAddress;
  readonly retry: Retry;
  readonly children: ReactNode;
}

interface State {
  readonly address: RemoteAddress;
  readonly reason: FailureReason | undefined;
}

/** Confines a remote that fails to load or throws while rendering to its own screen. */
export class RemoteBoundary extends Component<Props, State> {
  override state: State = { address: this.props.address, reason: undefined };

  static getDerivedStateFromError(error: unknown): Pick<State, 'reason'> {
    return { reason: reasonOf(error) };
  }

  /** A retry passes a new address object, which clears the failure. */
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
    return <Unavailable reason={reason} {...this.props.retry} />;
  }
}

/** The fallback screen, shown as a screen of its own. */
export const Unavailable = (props: ComponentProps<typeof FallbackScreen>) => (
  <ScreenEffects title="One moment">
    <FallbackScreen {...props} />
  </ScreenEffects>
);
