import { SUPPORTED_CONTRACTS, type FailureReason, type Remote, type RemoteAddress } from '../contract/remote.ts';

/** Loading is a result, not a hope. */
export type LoadResult =
  { readonly ok: true; readonly remote: Remote } | { readonly ok: false; readonly reason: FailureReason };

export const supports = (contract: unknown): boolean => SUPPORTED_CONTRACTS.some((supported) => supported === contract);

/** What a remote's entry exported, judged. `loaded` is untrusted: another team built it. */
export function judgeRemote(loaded: unknown, address: RemoteAddress): LoadResult {
  const remote =
    typeof loaded === 'object' && loaded !== null && 'default' in loaded ? (loaded.default as Remote) : undefined;
  if (!remote) return { ok: false, reason: 'broken' };
  if (!supports(remote.contract)) return { ok: false, reason: 'contract' };
  const whole = remote.name === address.name && Array.isArray(remote.routes);
  return whole ? { ok: true, remote } : { ok: false, reason: 'broken' };
}
