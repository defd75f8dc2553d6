import { GENERAL_PLAN, type PlanAnswers } from '@course/funnel/course';
import { sharedAtom, store, useAnswers, useShared } from '@course/platform';
import { useEffect, useMemo } from 'react';
import type { MyPlan } from './planner.ts';

interface Planner {
  readonly myPlan: (answers: PlanAnswers) => MyPlan;
}

const plannerAtom = sharedAtom<Planner | null>(null);

/** Loads the planner and the catalogue, a chunk of their own. Earlier screens preload it. */
export const loadPlanner = async (): Promise<void> => store.set(plannerAtom, await import('./planner.ts'));

const WITHOUT_ANSWERS: MyPlan = { weeks: GENERAL_PLAN.weeks, reasons: '' };

/** Returns the visitor's plan; during hydration and until the planner is loaded, the plan for no answers. */
export function useMyPlan(): MyPlan {
  const planner = useShared(plannerAtom);
  const answers = useAnswers();
  useEffect(() => {
    if (!planner) loadPlanner().catch((error: unknown) => console.warn('The planner could not be loaded:', error));
  }, [planner]);
  return useMemo(() => planner?.myPlan(answers) ?? WITHOUT_ANSWERS, [planner, answers]);
}
