import { expect, it } from 'vitest';
import { answerHeaders, requestHeaders } from './forwarded-headers.ts';

const ADDRESS = '203.0.113.7';
const HOST = 'funnel.example';

it('tells a service about the client what the edge knows, and nothing that anybody claims', () => {
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

it('keeps to itself what belongs to the connection, but not what a client would strip of its own', () => {
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

it('hands on an answer without its connection, and a length only where there is no body to measure', () => {
  const given = {
    connection: 'keep-alive',
    'keep-alive': 'timeout=5',
    'transfer-encoding': 'chunked',
    'content-length': '7',
    'set-cookie': ['a=1', 'b=2'],
    etag: '"x"',
  };
  expect(answerHeaders(given, 'GET')).toEqual({ 'set-cookie': ['a=1', 'b=2'], etag: '"x"' });
  expect(answerHeaders(given, 'HEAD')).toEqual({ 'content-length': '7', 'set-cookie': ['a=1', 'b=2'], etag: '"x"' });
});
