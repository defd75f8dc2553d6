import { PLAN_QUESTIONS } from '@course/funnel/course';
import type { Db } from '../platform/prisma.ts';

/** Whom a course is made for. */
export interface Buyer {
  readonly name: string | null;
  /** The answers that it is planned by, by question. */
  readonly planAnswers: Record<string, string>;
}

/** Whoever uses the session now. */
export async function buyerOf(db: Db, sessionId: string): Promise<Buyer> {
  const session = await db.session.findUnique({ where: { id: sessionId }, select: { name: true } });
  const responses = await db.response.findMany({
    where: { sessionId, questionKey: { in: [...PLAN_QUESTIONS] } },
    select: { questionKey: true, answerValue: true },
  });
  const planAnswers = Object.fromEntries(responses.map(({ questionKey, answerValue }) => [questionKey, answerValue]));
  return { name: session?.name ?? null, planAnswers };
}
