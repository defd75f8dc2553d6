import { Failure, messageOf, sentenceOf } from '../base/failure.ts';
import { ReleaseKnown } from '../registry/team-actions.ts';
import { StoreDamaged, StoreUnavailable } from '../store/store.ts';

/** Every error of the publishing API: HTTP status and what to do, by code. A refusal's own sentence replaces the message. */
export const PUBLISHING_ERRORS = {
  token_missing: { status: 401, message: 'Send a token: Authorization: Bearer <token>.' },
  token_unknown: { status: 401, message: 'This token is not known here, or was revoked. Ask for another one.' },
  other_remote: { status: 403, message: 'This token opens another remote.' },
  route_unknown: { status: 404, message: 'There is nothing at this address. See /openapi.json.' },
  release_known: { status: 409, message: 'This release was uploaded before. Promote it to make it live.' },
  invalid_request: { status: 400, message: 'The request is not valid. See /openapi.json.' },
  unsupported_type: {
    status: 415,
    message: 'Send the files of the build as multipart/form-data; archives are not read.',
  },
  upload_broken: { status: 400, message: 'The upload is incomplete. Nothing was stored: send it again.' },
  upload_too_large: { status: 413, message: 'The upload is too large. Nothing was stored.' },
  no_previews: {
    status: 422,
    message:
      'There are no previews here. Set PREVIEW_KEYS and PUBLIC_URL of the publishing API, and PREVIEW_KEYS of the edges.',
  },
  refused: { status: 422, message: 'The release was refused.' },
  busy: { status: 503, message: 'Other uploads are in progress. Send it again in a few seconds.' },
  store_unavailable: { status: 503, message: 'The release store cannot be used. Nothing was changed: try again.' },
  store_damaged: {
    status: 503,
    message: 'The release store is damaged. Nothing was changed: tell the operator, whose log says what to restore.',
  },
  internal: { status: 500, message: 'The publishing API failed. See its log.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type PublishingErrorCode = keyof typeof PUBLISHING_ERRORS;

export class PublishingError extends Error {
  constructor(
    readonly code: PublishingErrorCode,
    message: string = PUBLISHING_ERRORS[code].message,
  ) {
    super(message);
  }

  get statusCode(): number {
    return PUBLISHING_ERRORS[this.code].status;
  }
}

/** Returns the code for an error that Fastify or one of its parsers raised. */
const refusedByFastify = (error: Error): PublishingErrorCode | undefined => {
  const { statusCode, code = '' } = error as Error & { statusCode?: number; code?: string };
  if (statusCode === 413) return 'upload_too_large';
  if (statusCode === 415 || statusCode === 406) return 'unsupported_type';
  if (code.startsWith('FST_') && statusCode !== undefined && statusCode < 500) return 'invalid_request';
  return undefined;
};

/** Converts any error to a `PublishingError`. */
export const toPublishingError = (error: unknown): PublishingError => {
  if (error instanceof PublishingError) return error;
  if (error instanceof ReleaseKnown) return new PublishingError('release_known', error.message);
  // Their messages contain the store's location, which only the log may have.
  if (error instanceof StoreDamaged) return new PublishingError('store_damaged');
  if (error instanceof StoreUnavailable) return new PublishingError('store_unavailable');
  if (error instanceof Failure) return new PublishingError('refused', sentenceOf(error));
  const code = error instanceof Error ? refusedByFastify(error) : undefined;
  if (code === 'invalid_request' && (error as { code?: string }).code === 'FST_ERR_VALIDATION')
    return new PublishingError(code, `The request is not valid: ${messageOf(error)}. See /openapi.json.`);
  return new PublishingError(code ?? 'internal');
};
