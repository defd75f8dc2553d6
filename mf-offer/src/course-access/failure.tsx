import { HttpError } from '@course/platform';
import { READER_COPY } from '../flow/reader-copy.ts';
import { isRateLimited, isRefused } from './calls.ts';

interface FailureProps {
  /** Undefined shows nothing. */
  readonly error: unknown;
  /** The page's own words by the error's code. */
  readonly texts?: Readonly<Partial<Record<string, string>>>;
  /** What is said of any other call that the service refused. */
  readonly refused?: string | undefined;
  readonly className?: string | undefined;
}

/** Why what was pressed did not happen, and what to do. */
export function Failure({ error, texts = {}, refused, className }: FailureProps) {
  if (error === undefined) return null;
  const own = error instanceof HttpError && error.code !== undefined ? texts[error.code] : undefined;
  return (
    <p role="alert" className={className}>
      {isRateLimited(error) ? READER_COPY.rateLimited : (own ?? (isRefused(error) && refused)) || READER_COPY.failed}
    </p>
  );
}
