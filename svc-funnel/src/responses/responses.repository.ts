import { Injectable } from '@nestjs/common';
import { ANSWERS_MAX, type SaveResponse } from '@course/contracts';
import { PrismaService } from '../platform/prisma.ts';

/** What became of an answer, as `funnel.save_response` says. */
type Outcome = 'saved' | 'session_unknown' | 'too_many_questions';

@Injectable()
export class ResponsesRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Writes or replaces the answer, in one call. */
  async save({ sessionId, questionNumber, answerValue }: SaveResponse): Promise<Outcome> {
    const [row] = await this.prisma.$queryRaw<{ outcome: Outcome }[]>`
      SELECT funnel.save_response(${sessionId}, ${questionNumber}, ${answerValue}, ${ANSWERS_MAX}::int) AS outcome`;
    return row?.outcome ?? 'session_unknown';
  }
}
