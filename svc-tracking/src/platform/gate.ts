import { ApiError } from '@course/contracts';
import { callerOf } from '@course/contracts/client-address';
import type { FastifyInstance } from 'fastify';
import { isOwnOrigin } from './origin.ts';
import type { RateLimits } from './rate-limits.ts';

const READS = ['GET', 'HEAD', 'OPTIONS'];

/** Judges every call under /api before its body is read: whose page it comes from, and how often its address has called. */
export const addGate = (fastify: FastifyInstance, publicOrigin: string, limits: RateLimits): void => {
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (!request.url.startsWith('/api')) return done();
    const isWrite = !READS.includes(request.method);
    if (isWrite && !isOwnOrigin(request.headers.origin, request.host, publicOrigin))
      return done(new ApiError('origin_foreign'));
    if (!limits.isOn) return done();
    limits.take('address', callerOf(request.ip)).then(() => done(), done);
  });
};
