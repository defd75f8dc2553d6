import { ApiError, ERRORS, type ErrorCode } from '@course/contracts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const reply = (to: FastifyReply, code: ErrorCode): FastifyReply => to.code(ERRORS[code].status).send(new ApiError(code).toBody());

/** Addresses that no route could read, such as `/%E0%A4`. */
export const answerUnreadable = (_error: FastifyError, _request: FastifyRequest, to: FastifyReply): void => {
  void reply(to, 'invalid_path');
};

/** Whatever the edge itself refuses or fails at is told in the one error shape. A client that has gone away is told nothing, and is no failure. */
export function addFailures(app: FastifyInstance): void {
  app.setNotFoundHandler((_request, to) => reply(to, 'route_unknown'));
  app.setErrorHandler((error: FastifyError, request, to) => {
    const refused = error.statusCode !== undefined && error.statusCode < 500;
    const isGone = to.raw.destroyed;
    if (!refused && !isGone) request.log.error({ err: error }, 'the edge failed');
    return reply(to, refused ? 'invalid_path' : 'internal');
  });
}
