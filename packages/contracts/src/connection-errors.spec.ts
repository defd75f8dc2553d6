import { once } from 'node:events';
import http from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { handleClientError } from './connection-errors.ts';
import { ERRORS, errorBody, type ErrorCode } from './errors.ts';

const CHUNKED = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';

it.each<[string, string, ErrorCode]>([
  ['bytes that are not HTTP', 'NONSENSE\r\n\r\n', 'invalid_http'],
  ['oversized headers', `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`, 'headers_too_large'],
  ['oversized chunk extensions', `${CHUNKED}2;${'a'.repeat(20_000)}\r\nhi\r\n0\r\n\r\n`, 'body_too_large'],
  ['a request that does not arrive in time', 'GET / HTTP/1.1\r\nHost: x\r\n', 'request_timeout'],
])('%s: the common error shape and the status of the code', async (_what, sent, code) => {
  // Only where time is the subject: on a busy machine 50 ms pass before the other cases have arrived.
  const limits = code === 'request_timeout' ? { headersTimeout: 50, connectionsCheckingInterval: 20 } : {};
  const server = http.createServer(limits, (request) => request.resume());
  server.on('clientError', handleClientError);
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () => socket.write(sent));
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  expect(Number(head.split(' ')[1])).toBe(ERRORS[code].status);
  expect(head).toContain('connection: close');
  expect(errorBody.parse(JSON.parse(body))).toMatchObject({ statusCode: ERRORS[code].status, code });
});
