import type http from 'node:http';
import type { Socket } from 'node:net';
import { refuseConnection } from '@course/contracts/connection-errors';
import type { FastifyInstance } from 'fastify';

/** Responds to requests that Node itself would end silently or with an empty page. */
export function addConnectionErrors(app: FastifyInstance): void {
  app.server.on('connect', (_request: http.IncomingMessage, socket: Socket) =>
    refuseConnection(socket, 'route_unknown'),
  );
  // An expectation that we do not know may be ignored; Node itself responds to 100-continue.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
}
