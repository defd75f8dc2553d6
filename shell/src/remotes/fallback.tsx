import { ScreenEffects } from '../app/screen-effects.tsx';
import { FallbackScreen, type FallbackProps } from './fallback-screen.tsx';

/** Shown in place of a screen whose remote is down, slow, broken or of a contract this shell does not speak. */
export const Fallback = ({ reason, onRetry }: FallbackProps) => (
  <ScreenEffects title="One moment">
    <FallbackScreen reason={reason} onRetry={onRetry} />
  </ScreenEffects>
);
