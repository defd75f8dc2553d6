declare global {
  interface Window {
    /** Elements tapped before their screen was interactive; kept by `edge/early/taps.js`, null once replayed. */
    __earlyTaps?: HTMLElement[] | null;
  }
}

/** Taps that came before the screen could answer are done now, in their order. */
export function replayEarlyTaps(): void {
  const taps = window.__earlyTaps ?? [];
  window.__earlyTaps = null;
  for (const element of taps) if (element.isConnected) element.click();
}
