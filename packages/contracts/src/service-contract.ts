import { z } from 'zod';
import { declaredPlan } from './flow.ts';

/**
 * The contract versions of this release's services; remotes declare which ones they were built against. Since 2,
 * `POST /api/create-checkout-session` accepts `planVersion`; since 3, `POST /api/unsubscribe/:token` returns which
 * course it stopped; since 4, `POST /api/course/resume` undoes an unsubscription, and the course contains the time
 * limit for it.
 */
export const SERVICE_CONTRACTS = { 'svc-funnel': 4, 'svc-tracking': 1 } as const;

export type ServiceName = keyof typeof SERVICE_CONTRACTS;

/** Earlier contracts that the services still serve, for the releases that `npm run compat` lists. */
const EARLIER_CONTRACTS: Readonly<Record<ServiceName, readonly number[]>> = {
  'svc-funnel': [3, 2, 1],
  'svc-tracking': [],
};

/** The response of a service's internal `GET /contract`: what remotes may need from it. */
export const serviceContract = z.strictObject({
  service: z.string().min(1).max(40),
  /** The versions of the contract that it serves, the current one first. */
  contracts: z.array(z.int().positive()).min(1).max(20),
  /** The plans that it sells, at the prices that it charges. */
  plans: z.array(declaredPlan).max(50),
});

export type ServiceContract = z.infer<typeof serviceContract>;

/** Returns what a service of this release offers. */
export const contractOf = (service: ServiceName, plans: ServiceContract['plans'] = []): ServiceContract => ({
  service,
  contracts: [SERVICE_CONTRACTS[service], ...EARLIER_CONTRACTS[service]],
  plans,
});
