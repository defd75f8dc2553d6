import type { TypedCard } from '../card/check.ts';
import type { Paid, Summary } from '../http/form-wire.ts';

/** What the form asks for in addition to the card; undefined if the session does not need it. */
export interface Contact {
  email?: string | undefined;
  country?: string | undefined;
}

export type Reply<T> = { ok: true; data: T } | { ok: false; message: string; closed: boolean };

const UNREACHABLE = {
  ok: false,
  closed: false,
  message: 'The checkout cannot be reached. Check your connection and try again.',
} as const;

const CLOSED = ['checkout_session_complete', 'checkout_session_expired'];

interface Refusal {
  error?: { message?: string; code?: string };
}

async function replyOf<T extends object>(response: Response): Promise<Reply<T>> {
  const body = (await response.json()) as T & Refusal;
  if (response.ok && !body.error) return { ok: true, data: body };
  const message = body.error?.message ?? 'Something went wrong. Try again.';
  return { ok: false, message, closed: CLOSED.includes(body.error?.code ?? '') };
}

/** Returns the form's calls to its server for one session. */
export function createServer(identity: { key: string; clientSecret: string }) {
  const post = async <T extends object>(path: string, body: object = {}): Promise<Reply<T>> => {
    const request = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...identity, ...body }),
    };
    try {
      return await replyOf<T>(await fetch(`/checkout/${path}`, request));
    } catch {
      return UNREACHABLE;
    }
  };
  return {
    fetchSession: () => post<Summary>('session'),
    pay: (card: TypedCard, contact: Contact) => post<Paid>('pay', { card, ...contact }),
    transfer: (arrives: boolean, contact: Contact) => post<Paid>('transfer', { arrives, ...contact }),
    authenticate: (authentication: string, agreed: boolean) => post<Paid>('authenticate', { authentication, agreed }),
  };
}

export type Server = ReturnType<typeof createServer>;
