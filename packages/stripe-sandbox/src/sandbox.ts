import type { Clock } from './clock.ts';
import type { Secrets } from './secrets.ts';

export interface SandboxOptions {
  /** Where signed events are posted; may be told later with `setWebhookUrl`, and events wait until then. */
  webhookUrl?: string;
  /** Folder for the state; without one it is lost at `stop`. */
  dataDir?: string;
  /** 0, the default, takes a free port. */
  port?: number;
  /** Random by default, and the same again for the same `dataDir`. */
  secrets?: Partial<Secrets>;
  /** An origin besides localhost and 127.0.0.1 whose pages may frame the card form. */
  siteOrigin?: string;
  /** Delivers every `checkout.session.completed` twice, as Stripe sometimes does. */
  duplicates?: boolean;
  /** How events of a type are delivered, where that differs: how often, and how long they are held back first (ms). */
  deliveries?(type: string): { copies?: number; delayMs?: number };
  /** How long a bank transfer takes (ms); 20 seconds by default. */
  transferMs?: number;
  clock?: Clock;
  log?(message: string): void;
}

export interface CardToPay {
  number: string;
  expiry?: string;
  cvc?: string;
  name?: string;
  /** Needed when the session has no address. */
  email?: string;
}

export interface Sandbox extends Secrets {
  /** For the `stripe` SDK's host, port and protocol: `http://127.0.0.1:4242`. */
  apiBase: string;
  /** The script to load in place of Stripe.js. */
  scriptUrl: string;
  /** What a page's policy has to allow in script-src, frame-src and connect-src. */
  origin: string;
  setWebhookUrl(url: string): void;
  /** Pays a session without a browser, as the form would; resolves once the webhook was tried. Rejects when declined. */
  pay(sessionId: string, card?: CardToPay): Promise<void>;
  /** The same by bank transfer: complete at once, and paid or failed after `transferMs`. */
  transfer(sessionId: string, how: { arrives: boolean; email?: string }): Promise<void>;
  /** The payer's bank does not take the last refund of a session's payment. Answers the refund's id. */
  failRefund(sessionId: string): string;
  /** The payer disputes a session's payment with the bank. Answers the dispute's id. */
  dispute(sessionId: string): string;
  closeDispute(id: string, status: 'won' | 'lost'): void;
  /** Ends with no request left; undelivered events stay owed. */
  stop(): Promise<void>;
}
