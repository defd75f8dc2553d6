import { Injectable } from '@nestjs/common';
import { ANSWERS_MAX, type SaveResponse } from '@course/contracts';
import { PrismaService } from '../platform/prisma.ts';

/** The result of `funnel.save_response`. */
type Outcome = 'saved' | 'session_unknown' | 'too_many_questions';

/** Prepared once per connection: most calls of a visit are answers. */
const SAVE = { name: 'save-response', text: 'SELECT funnel.save_response($1, $2, $3, $4) AS outcome' };

@Injectable()
export class ResponsesRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Writes or replaces the answer and records the change, in one statement. */
  async save({ sessionId, questionNumber, answerValue }: SaveResponse): Promise<Outcome> {
    const values = [sessionId, questionNumber, answerValue, ANSWERS_MAX];
    const { rows } = await this.prisma.pool.query<{ outcome: Outcome }>({ ...SAVE, values });
    return rows[0]?.outcome ?? 'session_unknown';
  }
}
