import { expect, it } from 'vitest';
import { requestHeaders, responseHeaders } from './forwarded-headers.ts';

const ADDRESS = '203.0.113.7';
const HOST = 'funnel.example';

it("passes on the client's address as the edge determined it, and drops what clients claim", () => {
  const claims = {
    'x-forwarded-for': '6.6.6.6',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-port': '1',
    forwarded: 'for=6.6.6.6',
    'x-real-ip': '6.6.6.6',
    host: HOST,
  };
  expect(requestHeaders({ ...claims, cookie: 's=1' }, ADDRESS, 'public.example')).toEqual({
    host: HOST,
    cookie: 's=1',
    'x-forwarded-for': ADDRESS,
  });
});

it('drops hop-by-hop headers of a request, and a client cannot have its forwarded address dropped', () => {
  const headers = requestHeaders(
    {
      connection: 'X-Secret, x-forwarded-for',
      'x-secret': '1',
      expect: '100-continue',
      te: 'trailers',
      'content-length': '2',
      'content-type': 'application/json',
    },
    ADDRESS,
    HOST,
  );
  expect(headers).toEqual({
    'content-type': 'application/json',
    host: HOST,
    'x-forwarded-for': ADDRESS,
  });
});

it('drops hop-by-hop headers of a response, and keeps its length only for HEAD', () => {
  const headers = {
    connection: 'keep-alive',
    'keep-alive': 'timeout=5',
    'transfer-encoding': 'chunked',
    'content-length': '7',
    'set-cookie': ['a=1', 'b=2'],
    etag: '"x"',
  };
  expect(responseHeaders(headers, 'GET')).toEqual({ 'set-cookie': ['a=1', 'b=2'], etag: '"x"' });
  expect(responseHeaders(headers, 'HEAD')).toEqual({
    'content-length': '7',
    'set-cookie': ['a=1', 'b=2'],
    etag: '"x"',
  });
});
