import { failureOf } from './failure.ts';

const bodyOf = (response: Response): Promise<unknown> => response.json().catch(() => undefined);

/** Rejects with a Failure when the service refuses, with a TypeError when it cannot be reached. */
export const fetchJson = async (address: string, signal?: AbortSignal): Promise<unknown> => {
  const response = await fetch(address, { headers: { accept: 'application/json' }, ...(signal ? { signal } : {}) });
  if (!response.ok) throw failureOf(await bodyOf(response));
  return response.status === 204 ? undefined : bodyOf(response);
};

/** The same for calls that change something and answer nothing. */
export const send = async (
  address: string,
  { method, body }: { readonly method: 'POST' | 'PUT' | 'DELETE'; readonly body?: unknown },
): Promise<void> => {
  const content =
    body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(address, { method, ...content });
  if (!response.ok) throw failureOf(await bodyOf(response));
};
