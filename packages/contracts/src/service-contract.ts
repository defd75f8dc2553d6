import { z } from 'zod';
import { declaredPlan } from './flow.ts';

/**
 * The contracts that the services of this release speak; remotes declare which ones they were built against. Since 2,
 * `POST /api/create-checkout-session` takes `planVersion`; since 3, `POST /api/unsubscribe/:token` says which course it
 * stopped; since 4, `POST /api/course/resume` takes an unsubscription back, and the course says until when.
 */
export const SERVICE_CONTRACTS = { 'svc-funnel': 4, 'svc-tracking': 1 } as const;

export type ServiceName = keyof typeof SERVICE_CONTRACTS;

/** Earlier contracts that the services go on serving, for releases that `npm run compat` names. */
const EARLIER_CONTRACTS: Readonly<Record<ServiceName, readonly number[]>> = {
  'svc-funnel': [3, 2, 1],
  'svc-tracking': [],
};

/** The response of a service's internal `GET /contract`: what remotes may need of it. */
export const serviceContract = z.strictObject({
  service: z.string().min(1).max(40),
  /** The numbers of the contracts that it serves, its own first. */
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
