import { HttpError } from '@course/platform';
import { READER_COPY } from '../flow/reader-copy.ts';
import { isRateLimited, isRefused } from './calls.ts';

interface FailureProps {
  /** Nothing is shown while it is undefined. */
  readonly error: unknown;
  /** The page's messages by error code. */
  readonly texts?: Readonly<Partial<Record<string, string>>>;
  /** The message for any other refusal. */
  readonly refused?: string | undefined;
  readonly className?: string | undefined;
}

/** Says why an action failed and what to do. */
export function Failure({ error, texts = {}, refused, className }: FailureProps) {
  if (error === undefined) return null;
  const text = error instanceof HttpError && error.code !== undefined ? texts[error.code] : undefined;
  return (
    <p role="alert" className={className}>
      {isRateLimited(error) ? READER_COPY.rateLimited : (text ?? (isRefused(error) && refused)) || READER_COPY.failed}
    </p>
  );
}
