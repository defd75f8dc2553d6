import type { FrameMessage } from '../http/form-wire.ts';
import { box } from './dom.ts';

type Message = FrameMessage extends infer M ? (M extends FrameMessage ? Omit<M, 'source'> : never) : never;

/** Sends messages to the framing page. The browser drops them if its origin differs. */
export function createParent(origin: string) {
  const send = (message: Message) => window.parent.postMessage({ source: 'stripe-sandbox', ...message }, origin);
  return {
    keepSized(): void {
      const main = box('checkout');
      new ResizeObserver(() => send({ type: 'resize', height: main.getBoundingClientRect().height })).observe(main);
    },
    complete(returnUrl: string): void {
      send({ type: 'complete', returnUrl });
    },
  };
}

export type Parent = ReturnType<typeof createParent>;
