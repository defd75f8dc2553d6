import { DEFAULT_PLAN, findPlan, type PlanKey } from '@course/funnel';
import { useLocation } from '@course/platform';
import { useState } from 'react';
import { useHydrated } from '../flow/use-hydrated.ts';

/** The address of an offer with this plan chosen. Anything but a plan's key is left out. */
export const withPlan = (path: string, plan: string | undefined): string => (plan !== undefined && findPlan(plan) ? `${path}?plan=${plan}` : path);

/** The plan that an address asks for; the default when it asks for none that exists. */
export const planIn = (search: string): PlanKey => findPlan(new URLSearchParams(search).get('plan') ?? '')?.key ?? DEFAULT_PLAN;

/** The chosen plan: what the visitor picked here, else what the address asks for once the page is interactive. */
export function usePlan(): [plan: string, pick: (plan: string) => void] {
  const { search } = useLocation();
  const hydrated = useHydrated();
  const [picked, pick] = useState<string>();
  return [picked ?? (hydrated ? planIn(search) : DEFAULT_PLAN), pick];
}
