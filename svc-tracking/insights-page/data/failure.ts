import type { ErrorBody } from '@course/contracts';

/** An answer that is none, in the service's own words. */
export class Failure extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = 'Failure';
  }
}

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' && body !== null && 'code' in body && 'message' in body;

export const failureOf = (body: unknown): Failure =>
  isErrorBody(body)
    ? new Failure(body.code, body.message)
    : new Failure('unreadable', 'The service sent a response that this page cannot read. Try again in a moment.');

/** The session is over, or never was. */
export const isClosed = (error: unknown): boolean => error instanceof Failure && error.code === 'insights_closed';

export const messageOf = (error: unknown): string =>
  error instanceof Failure ? error.message : 'The service cannot be reached. Check the connection, then try again.';
