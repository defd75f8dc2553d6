import { FAILURE_REASONS, type FailureReason } from '@course/federation/contract';
import type { HostScreens } from '@course/federation/edge';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { NotFound } from '../src/app/not-found.tsx';
import { FallbackScreen } from '../src/remotes/fallback-screen.tsx';

const fallback = (reason: FailureReason): string =>
  renderToString(createElement(FallbackScreen, { reason, isPending: false, onRetry: () => {} }));

/** The markup of the shell's own screens, which the browser hydrates. */
export const HOST_SCREENS: HostScreens = {
  notFound: renderToString(createElement(NotFound)),
  unavailable: Object.fromEntries(FAILURE_REASONS.map((reason) => [reason, fallback(reason)])) as Record<
    FailureReason,
    string
  >,
};
