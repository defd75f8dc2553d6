import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import express from 'express';
import { UNSUBSCRIBE_PATH, WEBHOOK_PATH } from './request.ts';

export const JSON_MAX_BYTES = 32 * 1024;
export const WEBHOOK_MAX_BYTES = 1024 * 1024;
/** Nothing of it is read, whatever its type. */
const UNSUBSCRIBE_MAX_BYTES = 4096;

// Decoding would quietly turn broken bytes into question marks.
const refuseBrokenText = (_request: IncomingMessage, _response: ServerResponse, bytes: Buffer): void => {
  if (!isUtf8(bytes)) throw new SyntaxError('not UTF-8');
};

const refusePrototype = (key: string, value: unknown): unknown => {
  if (key === '__proto__') throw new SyntaxError('__proto__ is not a field');
  return value;
};

/** Bodies up to their bounds: the webhook's as bytes, because those are what is signed, all others as JSON. */
export function useBodies(app: NestExpressApplication): void {
  app.use(WEBHOOK_PATH, express.raw({ type: () => true, limit: WEBHOOK_MAX_BYTES }));
  app.use(UNSUBSCRIBE_PATH, express.raw({ type: () => true, limit: UNSUBSCRIBE_MAX_BYTES }));
  app.use(
    express.json({
      type: 'application/json',
      limit: JSON_MAX_BYTES,
      verify: refuseBrokenText,
      reviver: refusePrototype,
    }),
  );
}
