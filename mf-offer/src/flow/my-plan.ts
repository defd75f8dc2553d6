import { GENERAL_PLAN, type PlanAnswers } from '@course/funnel/course';
import { sharedAtom, store, useAnswers, useShared } from '@course/platform';
import { useEffect, useMemo } from 'react';
import type { MyPlan } from './planner.ts';

interface Planner {
  readonly myPlan: (answers: PlanAnswers) => MyPlan;
}

const plannerAtom = sharedAtom<Planner | null>(null);

/** Planner and catalogue are a file of their own, which the first screens fetch ahead and do without. */
export const loadPlanner = async (): Promise<void> => store.set(plannerAtom, await import('./planner.ts'));

const WITHOUT_ANSWERS: MyPlan = { weeks: GENERAL_PLAN.weeks, reasons: '' };

/** Returns the visitor's plan; while the served HTML hydrates, and until the planner is here, that of no answers. */
export function useMyPlan(): MyPlan {
  const planner = useShared(plannerAtom);
  const answers = useAnswers();
  useEffect(() => {
    if (!planner) loadPlanner().catch((error: unknown) => console.warn('The planner could not be loaded:', error));
  }, [planner]);
  return useMemo(() => planner?.myPlan(answers) ?? WITHOUT_ANSWERS, [planner, answers]);
}
