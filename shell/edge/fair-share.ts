import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from '@course/contracts';
import { callerOf } from '@course/contracts/client-address';
import { refuseConnection } from '@course/contracts/connection-errors';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** An office or a mobile carrier shares one address; each of its calls takes about 20 ms. */
const IN_FLIGHT_PER_CALLER = 100;
const IN_FLIGHT_PER_POOL = 1000;
const UNFINISHED_PER_CALLER = 32;
const TOO_MANY_RETRY_SECONDS = 1;

type Drop = () => void;

/** Tracks a request whose body is still arriving; call the returned function once it has arrived or was aborted. */
type Track = (key: string, drop: Drop) => () => void;

/**
 * Allows a key at most `max` requests whose bodies are still arriving: one more drops its oldest. A caller that opens
 * many and finishes none loses only those, and a request that arrives in one piece always gets through.
 */
export function dropOldest(max: number): Track {
  const open = new Map<string, Set<Drop>>();
  return (key, drop) => {
    const drops = open.get(key) ?? new Set<Drop>();
    open.set(key, drops);
    drops.add(drop);
    const untrack = (): void => {
      drops.delete(drop);
      if (drops.size === 0 && open.get(key) === drops) open.delete(key);
    };
    const [oldest] = drops.size > max ? drops : [];
    if (oldest) {
      drops.delete(oldest);
      oldest();
    }
    return untrack;
  };
}

/**
 * Allows a key at most `max` requests at a time. The returned function starts one: it returns the function that ends
 * it, or undefined if there are too many.
 */
export function limitConcurrency(max: number): (key: string) => (() => void) | undefined {
  const counts = new Map<string, number>();
  return (key) => {
    const count = counts.get(key) ?? 0;
    if (count >= max) return undefined;
    counts.set(key, count + 1);
    return () => {
      const left = (counts.get(key) ?? 1) - 1;
      if (left > 0) counts.set(key, left);
      else counts.delete(key);
    };
  };
}

/**
 * Calls `end` once the response has been sent or its client has disconnected. Node emits nothing for a pipelined
 * response whose connection closes before its turn, so for such a response the connection itself is watched.
 */
const onceSent = (response: ServerResponse, connection: Socket, end: () => void): void => {
  if (connection.destroyed) return end();
  if (response.socket) return void response.once('close', end);
  const onClose = (): void => {
    response.off('close', onClose);
    connection.off('close', onClose);
    end();
  };
  response.once('close', onClose);
  // One listener for each pipelined request: not a leak to warn about.
  connection.setMaxListeners(0).once('close', onClose);
};

const BODYLESS = ['GET', 'HEAD'];

const hasBody = ({ method, headers }: FastifyRequest): boolean =>
  !BODYLESS.includes(method) &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

/**
 * Keeps one caller from exhausting what all share. `unfinishedMax`: how many bodies may be arriving for a pool at once.
 */
export function fairShare(pools: Readonly<Record<string, { readonly unfinishedMax: number }>>) {
  const unfinished = dropOldest(UNFINISHED_PER_CALLER);
  const unfinishedIn = Object.fromEntries(
    Object.entries(pools).map(([pool, { unfinishedMax }]) => [pool, dropOldest(unfinishedMax)] as const),
  );
  const inFlight = limitConcurrency(IN_FLIGHT_PER_CALLER);
  const inFlightIn = limitConcurrency(IN_FLIGHT_PER_POOL);
  return {
    /** Tracks the request while its body arrives. */
    receive(request: FastifyRequest, pool: string): void {
      if (!hasBody(request)) return;
      const drop = (): void => refuseConnection(request.socket, 'request_timeout');
      const untracks = [
        unfinished(`${pool} ${callerOf(request.clientAddress)}`, drop),
        unfinishedIn[pool]?.(pool, drop),
      ];
      const untrackAll = (): void => untracks.forEach((untrack) => untrack?.());
      request.raw.once('end', untrackAll).once('close', untrackAll);
    },
    /**
     * Counts a complete request; throws if there are too many. Call the returned function once the service has
     * responded: the request then counts until its response has been sent.
     */
    begin(request: FastifyRequest, reply: FastifyReply, pool: string): () => void {
      const endForCaller = inFlight(`${pool} ${callerOf(request.clientAddress)}`);
      if (!endForCaller) throw new ApiError('rate_limited', undefined, { retryAfterSeconds: TOO_MANY_RETRY_SECONDS });
      const endInPool = inFlightIn(pool);
      if (!endInPool) {
        endForCaller();
        throw new ApiError('store_unavailable', undefined, { retryAfterSeconds: TOO_MANY_RETRY_SECONDS });
      }
      return () =>
        onceSent(reply.raw, request.socket, () => {
          endForCaller();
          endInPool();
        });
    },
  };
}
