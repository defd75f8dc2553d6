import { ApiError, describeIssues, type ErrorCode } from '@course/contracts';
import type { PipeTransform } from '@nestjs/common';
import type { z } from 'zod';

/** Codes whose answer says what is wrong with which field. */
const DETAILED: readonly ErrorCode[] = ['invalid_body', 'invalid_query'];

/** A body of 32 KB can hold thousands of unknown fields; the answer names the first ones. */
const MESSAGE_MAX_LENGTH = 500;

/** Lets through what a schema of the contracts takes. Its answer names the wrong fields and echoes no value. */
export class ContractPipe<T> implements PipeTransform<unknown, T> {
  constructor(
    private readonly schema: z.ZodType<T>,
    private readonly code: ErrorCode = 'invalid_body',
  ) {}

  transform(value: unknown): T {
    const result = this.schema.safeParse(value);
    if (result.success) return result.data;
    throw new ApiError(
      this.code,
      DETAILED.includes(this.code) ? describeIssues(result.error.issues).slice(0, MESSAGE_MAX_LENGTH) : undefined,
    );
  }
}
