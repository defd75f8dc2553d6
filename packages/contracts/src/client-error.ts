import { z } from 'zod';
import { releaseName } from './release-figures.ts';
import { sessionId } from './session.ts';

/**
 * What can go wrong in a page. `remote_…`: a remote's screens could not be shown, for the reason in the suffix.
 * `uncaught_error`, `unhandled_rejection`: not caught by any code. `render_error`: thrown while rendering, and React
 * recovered. `chunk_missing`: a lazily loaded chunk did not arrive. `early_error`: thrown before the shell ran.
 */
export const CLIENT_ERROR_CODES = [
  'remote_unreachable',
  'remote_missing',
  'remote_slow',
  'remote_unreadable',
  'remote_hung',
  'remote_contract',
  'remote_broken',
  'uncaught_error',
  'unhandled_rejection',
  'render_error',
  'chunk_missing',
  'early_error',
] as const;

/** Where the error came from: a remote, or the shell itself. */
const source = z.string().regex(/^(shell|mf-[a-z][a-z0-9-]{0,40})$/, 'must be shell or a remote name such as mf-quiz');

/**
 * Body of `POST /api/client-errors`. Identifies the page view by its id or, until the browser has received that, by the
 * session and key from which the id is derived. Contains nothing about the visitor: no message, stack or URL.
 */
export const clientError = z
  .strictObject({
    pageViewId: z.uuidv7().optional(),
    sessionId: sessionId.optional(),
    key: z.uuidv7().optional(),
    remote: source,
    release: releaseName.optional(),
    /** Value of `data-screen`. */
    screen: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be the name of a screen such as q1'),
    code: z.enum(CLIENT_ERROR_CODES),
  })
  .refine(
    ({ pageViewId, sessionId, key }) => (pageViewId === undefined ? sessionId && key : !sessionId && !key),
    'must name the page view by pageViewId, or by sessionId and key',
  );

/** Response to `POST /api/client-errors`, whether or not the page view is known. */
export const clientErrorAnswer = z.strictObject({});

/** The longest body, in bytes. */
export const CLIENT_ERROR_MAX_BYTES = 1024;

export type ClientErrorCode = (typeof CLIENT_ERROR_CODES)[number];
export type ClientError = z.infer<typeof clientError>;
