import { SUPPORTED_CONTRACTS, type RemoteAddress } from '@course/contracts';
import type { Remote } from '@course/platform/host';

/**
 * Why a remote's screens cannot be shown. Its logged code is the reason with `remote_` ahead of it.
 * `unreachable`: its files cannot be fetched; `missing`: the server has not all of them; `slow`: they took over 8 s;
 * `unreadable`: a script of it is no JavaScript to this browser; `hung`: it never ended on an earlier visit;
 * `contract`: it speaks a contract that this shell does not; `broken`: it throws, or is not what it says it is.
 */
export const FAILURE_REASONS = ['unreachable', 'missing', 'slow', 'unreadable', 'hung', 'contract', 'broken'] as const;

export type FailureReason = (typeof FAILURE_REASONS)[number];

/** Loading is a result, not a hope. */
export type LoadResult = { readonly ok: true; readonly remote: Remote } | { readonly ok: false; readonly reason: FailureReason };

export const supports = (contract: unknown): boolean => SUPPORTED_CONTRACTS.some((supported) => supported === contract);

/** What a remote's entry exported, judged. `loaded` is untrusted: another team built it. */
export function judgeRemote(loaded: unknown, address: RemoteAddress): LoadResult {
  const remote = typeof loaded === 'object' && loaded !== null && 'default' in loaded ? (loaded.default as Remote) : undefined;
  if (!remote) return { ok: false, reason: 'broken' };
  if (!supports(remote.contract)) return { ok: false, reason: 'contract' };
  const whole = remote.name === address.name && Array.isArray(remote.routes);
  return whole ? { ok: true, remote } : { ok: false, reason: 'broken' };
}
