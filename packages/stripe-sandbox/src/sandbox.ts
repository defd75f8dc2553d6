import type { Clock } from './clock.ts';
import type { Secrets } from './ids.ts';

export interface SandboxOptions {
  /** Address for signed events. Without it, events wait until `setWebhookUrl` is called. */
  webhookUrl?: string;
  /** Folder for the state. Without it the state is lost on `stop`. */
  dataDir?: string;
  /** The address to listen on; 127.0.0.1 by default. */
  host?: string;
  /** By default 0, which selects a free port. */
  port?: number;
  /** Random by default. */
  secrets?: Partial<Secrets>;
  /** An origin whose pages may frame the card form, in addition to localhost and 127.0.0.1. */
  siteOrigin?: string;
  /**
   * Overrides for events of a type: number of deliveries, since Stripe sometimes repeats one, and delay before the
   * first (ms).
   */
  deliveries?(type: string): { copies?: number; delayMs?: number };
  /** Duration of a bank transfer (ms); 20 seconds by default. */
  transferMs?: number;
  clock?: Clock;
  log?(message: string): void;
}

export interface CardToPay {
  number: string;
  expiry?: string;
  cvc?: string;
  name?: string;
  /** Required if the session has no address. */
  email?: string;
  /** Used if the session calculates tax; DE by default. */
  country?: string;
}

export interface Sandbox extends Secrets {
  /** For the `stripe` SDK's host, port and protocol: `http://127.0.0.1:4242`. */
  apiBase: string;
  /** The script that replaces Stripe.js. */
  scriptUrl: string;
  /** The origin that a page's policy has to allow in script-src, frame-src and connect-src. */
  origin: string;
  setWebhookUrl(url: string): void;
  /**
   * Pays a session as the form would. Resolves after the first attempt at the webhook; rejects if the card is declined.
   */
  pay(sessionId: string, card?: CardToPay): Promise<void>;
  /** Pays by bank transfer: complete at once, paid or failed after `transferMs`. */
  transfer(sessionId: string, outcome: { arrives: boolean; email?: string; country?: string }): Promise<void>;
  /** Makes the last refund of a session's payment fail. Returns the refund's id. */
  failRefund(sessionId: string): string;
  /** Opens a dispute about a session's payment. Returns the dispute's id. */
  dispute(sessionId: string): string;
  /** Resolves when no request is in progress. Undelivered events remain pending. */
  stop(): Promise<void>;
}
