import type { FrameMessage } from '../http/form-wire.ts';

export interface FrameOptions {
  /** Origin of the card form. */
  origin: string;
  key: string;
  clientSecret: string;
  onComplete(returnUrl: string): void;
}

const STYLES = { width: '100%', height: '560px', border: '0', display: 'block', colorScheme: 'light' } as const;

// Key and secret are in the fragment, which no server receives or logs.
function addressOf({ origin, key, clientSecret }: FrameOptions): string {
  const fragment = new URLSearchParams({ key, clientSecret, parent: window.location.origin });
  return `${origin}/checkout/form#${fragment.toString()}`;
}

function createFrame(options: FrameOptions): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.src = addressOf(options);
  frame.name = 'embedded-checkout';
  frame.title = 'Checkout';
  Object.assign(frame.style, STYLES);
  return frame;
}

const isOurs = (data: unknown): data is FrameMessage =>
  typeof data === 'object' && data !== null && 'source' in data && data.source === 'stripe-sandbox';

/** Appends the card form to `parent`. Returns a function that removes it and its listener. */
export function mountFrame(parent: Element, options: FrameOptions): () => void {
  const frame = createFrame(options);
  const listen = ({ data, origin, source }: MessageEvent<unknown>) => {
    if (origin !== options.origin || source !== frame.contentWindow || !isOurs(data)) return;
    if (data.type === 'resize') frame.style.height = `${Math.ceil(data.height)}px`;
    else options.onComplete(data.returnUrl);
  };
  window.addEventListener('message', listen);
  parent.append(frame);
  return () => {
    window.removeEventListener('message', listen);
    frame.remove();
  };
}
