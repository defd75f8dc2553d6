import { ApiError } from '@course/contracts';
import type { FastifyInstance } from 'fastify';
import { isOwnOrigin } from './origin.ts';
import type { RateLimits } from './rate-limits.ts';

const READS = ['GET', 'HEAD', 'OPTIONS'];

/** Judges every call under /api before its body is read: whose page it comes from, and how often its address has called. */
export const addGate = (fastify: FastifyInstance, publicOrigin: string, limits: RateLimits): void => {
  fastify.addHook('onRequest', async (request) => {
    if (!request.url.startsWith('/api')) return;
    const isWrite = !READS.includes(request.method);
    if (isWrite && !isOwnOrigin(request.headers.origin, request.host, publicOrigin)) throw new ApiError('origin_foreign');
    await limits.take('address', request.ip);
  });
};
