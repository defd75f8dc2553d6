import { DEFAULT_PLAN, findPlan, type OfferPage, type PlanKey } from '@course/funnel';
import { useLocation } from '@course/platform';
import { useHydrated } from '@course/ui';
import { keepChoices, useKeptChoices } from '../offer/kept-choices.ts';

/** The address of an offer with this plan chosen. Anything but a plan's key is left out. */
export const withPlan = (path: string, plan: string | undefined): string =>
  plan !== undefined && findPlan(plan) ? `${path}?plan=${plan}` : path;

/** The plan that an address asks for; the default when it asks for none that exists. */
export const planIn = (search: string): PlanKey =>
  findPlan(new URLSearchParams(search).get('plan') ?? '')?.key ?? DEFAULT_PLAN;

/** The chosen plan: what the visitor picked here, else what the address asks for once the page is interactive. */
export function usePlan(page: OfferPage): [plan: string, pick: (plan: string) => void] {
  const { search } = useLocation();
  const hydrated = useHydrated();
  const { plan: kept } = useKeptChoices(page);
  // Unless the address has come to ask for another since.
  const picked = kept && (kept.search === search || !search) ? kept.picked : undefined;
  const pick = (plan: string) => keepChoices(page, { plan: { picked: plan, search } });
  return [picked ?? (hydrated ? planIn(search) : DEFAULT_PLAN), pick];
}
