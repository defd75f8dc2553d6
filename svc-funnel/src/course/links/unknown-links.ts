import { ApiError } from '@course/contracts';
import { Injectable } from '@nestjs/common';
import { Refusals } from '../../platform/refusals.ts';

/** A link's token, as a page or a mail program sent it. */
export interface GivenToken {
  readonly token: string;
  /** The caller's address, for the limit on guessing. */
  readonly ip: string | undefined;
}

/** Refuses tokens that open nothing. */
@Injectable()
export class UnknownLinks {
  constructor(private readonly refusals: Refusals) {}

  /** Rejects with `link_unknown`, or with `rate_limited` for a caller who guesses. */
  async refuse({ ip }: GivenToken): Promise<never> {
    await this.refusals.noteGuess('link', ip);
    throw new ApiError('link_unknown');
  }
}
