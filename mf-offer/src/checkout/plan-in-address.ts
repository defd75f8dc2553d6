import { DEFAULT_PLAN, findPlan, type OfferPage, type PlanKey } from '@course/funnel';
import { useLocation } from '@course/platform';
import { useHydrated } from '@course/ui';
import { keepChoices, useKeptChoices } from '../offer/kept-choices.ts';

/** Returns the address of an offer with this plan chosen; without a plan if `plan` is not a plan's key. */
export const withPlan = (path: string, plan: string | undefined): string =>
  plan !== undefined && findPlan(plan) ? `${path}?plan=${plan}` : path;

/** Returns the plan named in a query string; the default if it names none that exists. */
export const planIn = (search: string): PlanKey =>
  findPlan(new URLSearchParams(search).get('plan') ?? '')?.key ?? DEFAULT_PLAN;

/** Returns the chosen plan: the visitor's pick, otherwise the one named in the address, once the page is hydrated. */
export function usePlan(page: OfferPage): [plan: string, pick: (plan: string) => void] {
  const { search } = useLocation();
  const hydrated = useHydrated();
  const { plan: kept } = useKeptChoices(page);
  // An address that changed since the pick takes precedence.
  const picked = kept && (kept.search === search || !search) ? kept.picked : undefined;
  const pick = (plan: string) => keepChoices(page, { plan: { picked: plan, search } });
  return [picked ?? (hydrated ? planIn(search) : DEFAULT_PLAN), pick];
}
