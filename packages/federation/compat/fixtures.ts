import type { DeclaredFlow, ServiceContract } from '@course/contracts';

export const WEEK = { key: '1week', currency: 'usd', originalCents: 1552, discountedCents: 776 };
export const MONTH = { key: '4week', currency: 'usd', originalCents: 4479, discountedCents: 2240 };

export const offers = ({ funnel = [1], plans = [WEEK, MONTH] } = {}): readonly ServiceContract[] => [
  { service: 'svc-funnel', contracts: funnel, plans },
  { service: 'svc-tracking', contracts: [1], plans: [] },
];

export const aFlow = (over: Partial<DeclaredFlow['needs']> = {}, more: Partial<DeclaredFlow> = {}): DeclaredFlow => ({
  entries: {},
  exits: [],
  steps: [],
  needs: { services: { 'svc-funnel': 1, 'svc-tracking': 1 }, plans: [WEEK, MONTH], labels: [], ...over },
  ...more,
});
