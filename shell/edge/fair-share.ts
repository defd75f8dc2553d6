import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from '@course/contracts';
import { callerOf } from '@course/contracts/client-address';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuseConnection } from './connection-errors.ts';

/** An office or a mobile carrier shares one address; its calls take some 20 ms each. */
const UNDER_WAY_PER_CALLER = 100;
const UNDER_WAY_PER_POOL = 1000;
const UNFINISHED_PER_CALLER = 32;
const TOO_MANY_RETRY_SECONDS = 1;

type Drop = () => void;

/** Remembers a request whose body is still arriving; call the returned function once it is there, or gone. */
export type Remember = (key: string, drop: Drop) => () => void;

/**
 * Lets a key have at most `max` requests whose bodies are still arriving: one more ends its oldest. So whoever opens many
 * and finishes none loses those, and a request that arrives in one piece always gets through.
 */
export function dropOldest(max: number): Remember {
  const open = new Map<string, Set<Drop>>();
  return (key, drop) => {
    const drops = open.get(key) ?? new Set<Drop>();
    open.set(key, drops);
    drops.add(drop);
    const forget = (): void => {
      drops.delete(drop);
      if (drops.size === 0 && open.get(key) === drops) open.delete(key);
    };
    const [oldest] = drops.size > max ? drops : [];
    if (oldest) {
      drops.delete(oldest);
      oldest();
    }
    return forget;
  };
}

/** Lets a key have at most `max` requests under way. Returns how to end one, or undefined for one too many. */
export function atMost(max: number): (key: string) => (() => void) | undefined {
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
 * Calls `end` once the answer has left, or its client has. Node emits nothing for a pipelined answer whose connection
 * ends before its turn, so the connection itself is watched for that one.
 */
const onceSent = (answer: ServerResponse, connection: Socket, end: () => void): void => {
  if (connection.destroyed) return end();
  if (answer.socket) return void answer.once('close', end);
  const over = (): void => {
    answer.off('close', over);
    connection.off('close', over);
    end();
  };
  answer.once('close', over);
  // As many as are pipelined: that is no leak to warn of.
  connection.setMaxListeners(0).once('close', over);
};

const BODYLESS = ['GET', 'HEAD'];

const hasBody = ({ method, headers }: FastifyRequest): boolean =>
  !BODYLESS.includes(method) &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

/** Keeps one caller from holding what all need. `unfinishedMax`: so many bodies may be arriving for a pool at once. */
export function fairShare(pools: Readonly<Record<string, { readonly unfinishedMax: number }>>) {
  const unfinished = dropOldest(UNFINISHED_PER_CALLER);
  const unfinishedIn = Object.fromEntries(
    Object.entries(pools).map(([pool, { unfinishedMax }]) => [pool, dropOldest(unfinishedMax)] as const),
  );
  const underWay = atMost(UNDER_WAY_PER_CALLER);
  const underWayIn = atMost(UNDER_WAY_PER_POOL);
  return {
    /** Watches a body arrive. */
    receive(request: FastifyRequest, pool: string): void {
      if (!hasBody(request)) return;
      const drop = (): void => refuseConnection(request.socket, 'request_timeout');
      const forgets = [
        unfinished(`${pool} ${callerOf(request.clientAddress)}`, drop),
        unfinishedIn[pool]?.(pool, drop),
      ];
      const forget = (): void => forgets.forEach((one) => one?.());
      request.raw.once('end', forget).once('close', forget);
    },
    /**
     * Counts a complete request; throws for one too many. Call the returned function once the service has answered: the
     * request then counts until its answer has left.
     */
    begin(request: FastifyRequest, reply: FastifyReply, pool: string): () => void {
      const endOfCaller = underWay(`${pool} ${callerOf(request.clientAddress)}`);
      if (!endOfCaller) throw new ApiError('rate_limited', undefined, { retryAfterSeconds: TOO_MANY_RETRY_SECONDS });
      const endInPool = underWayIn(pool);
      if (!endInPool) {
        endOfCaller();
        throw new ApiError('store_unavailable', undefined, { retryAfterSeconds: TOO_MANY_RETRY_SECONDS });
      }
      return () =>
        onceSent(reply.raw, request.socket, () => {
          endOfCaller();
          endInPool();
        });
    },
  };
}
