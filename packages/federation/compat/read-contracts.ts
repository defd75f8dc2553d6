import { SERVICE_CONTRACTS, serviceContract, type ServiceContract, type ServiceName } from '@course/contracts';
import { Failure } from '../base/failure.ts';

/** The services' addresses. A service without one is not asked. */
export type ServiceAddresses = Readonly<Partial<Record<ServiceName, string | undefined>>>;

/** What services offer, and which of them were not asked. */
export interface OfferedContracts {
  readonly contracts: readonly ServiceContract[];
  readonly unasked: readonly string[];
}

const TIMEOUT_MS = 5000;

const readContract = async (service: ServiceName, url: string): Promise<ServiceContract> => {
  const response = await fetch(new URL('/contract', url), {
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => undefined);
  const parsed = serviceContract.safeParse(await response?.json().catch(() => undefined));
  if (parsed.success && parsed.data.service === service) return parsed.data;
  throw new Failure(
    `${service} does not say what it offers, so the needs of a release cannot be checked. Nothing was changed: try again once it responds to GET /contract.`,
  );
};

/** Asks the services what they offer. Rejects with a one-sentence `Failure` if one does not respond. */
export const readContracts = async (addresses: ServiceAddresses): Promise<OfferedContracts> => {
  const names = Object.keys(SERVICE_CONTRACTS) as ServiceName[];
  const contracts = await Promise.all(
    names.flatMap((name) => {
      const url = addresses[name];
      return url === undefined ? [] : [readContract(name, url)];
    }),
  );
  return { contracts, unasked: names.filter((name) => addresses[name] === undefined) };
};
