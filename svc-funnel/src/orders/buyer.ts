import { PLAN_QUESTIONS } from '@course/funnel/course';
import type { Db } from '../platform/prisma.ts';

/** The person for whom a course is planned. */
export interface Buyer {
  readonly name: string | null;
  /** The answers from which it is planned, by question. */
  readonly planAnswers: Record<string, string>;
}

/** Returns the name and answers that the session has now. */
export async function buyerOf(db: Db, sessionId: string): Promise<Buyer> {
  const session = await db.session.findUnique({ where: { id: sessionId }, select: { name: true } });
  const responses = await db.response.findMany({
    where: { sessionId, questionKey: { in: [...PLAN_QUESTIONS] } },
    select: { questionKey: true, answerValue: true },
  });
  const planAnswers = Object.fromEntries(responses.map(({ questionKey, answerValue }) => [questionKey, answerValue]));
  return { name: session?.name ?? null, planAnswers };
}
