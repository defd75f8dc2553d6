import { Injectable } from '@nestjs/common';
import type { SaveResponse } from '@course/contracts';
import { PrismaService } from '../platform/prisma.ts';

@Injectable()
export class ResponsesRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Writes or replaces the answer in one statement. Whether there is such a session. */
  async save({ sessionId, questionNumber, answerValue }: SaveResponse): Promise<boolean> {
    const written = await this.prisma.$executeRaw`
      INSERT INTO funnel.responses (session_id, question_key, answer_value)
      SELECT id, ${questionNumber}, ${answerValue} FROM funnel.sessions WHERE id = ${sessionId} AND released_at IS NULL
      ON CONFLICT (session_id, question_key) DO UPDATE
      SET answer_value = excluded.answer_value, updated_at = now()`;
    return written === 1;
  }
}
