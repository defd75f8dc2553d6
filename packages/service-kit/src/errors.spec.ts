import { ERRORS, type ErrorCode } from '@course/contracts';
import { expect, it } from 'vitest';
import { toApiError } from './errors.ts';

it.each<[number, ErrorCode]>([
  [400, 'invalid_json'],
  [404, 'route_unknown'],
  [408, 'request_timeout'],
  [413, 'body_too_large'],
  [415, 'unsupported_type'],
  [431, 'headers_too_large'],
])("a framework's refusal with %d becomes %s, with the same status", (status, code) => {
  expect(toApiError(Object.assign(new Error('refused'), { status })).code).toBe(code);
  expect(ERRORS[code].status).toBe(status);
});
