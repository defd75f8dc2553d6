import http from 'node:http';
import type { Socket } from 'node:net';
import { ApiError, ERRORS, type ErrorCode } from './errors.ts';

/** Errors that Node's HTTP parser raises itself; any other means that the request is not valid HTTP. */
const BY_PARSER_CODE: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** Sends the error on a connection that has no reply object, then closes it. */
export function refuseConnection(socket: Socket, code: ErrorCode): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { status } = ERRORS[code];
  const body = JSON.stringify(new ApiError(code).toBody());
  const head = [
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroySoon());
}

/** Responds to what never becomes a request: a timeout, oversized headers, or bytes that are not HTTP. */
export const handleClientError = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (error.code === 'ECONNRESET') socket.destroy();
  else refuseConnection(socket, BY_PARSER_CODE[error.code ?? ''] ?? 'invalid_http');
};
