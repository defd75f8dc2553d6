import { startSandbox, type Sandbox } from '@course/stripe-sandbox';
import { systemClock, type Clock } from '../src/platform/clock.ts';
import { startRecorder, type ApiCall, type Recorder } from './stripe-recorder.ts';
import { startService, type StartedService, type Service } from './service.ts';

/** The service with a payment provider: the sandbox, seen through a recorder. */
export interface Shop {
  readonly service: Service;
  readonly sandbox: Sandbox;
  readonly recorder: Recorder;
  /** Starts another instance of the service, as a second process would be, with the same stores and provider. */
  startAnother(): Promise<StartedService>;
}

/** A shop that a spec file starts for itself, and has to stop. */
export interface StartedShop extends Shop {
  stop(): Promise<void>;
}

interface Options {
  /** True if the sandbox delivers its webhooks to the service. */
  readonly webhooks?: boolean;
  readonly clock?: Clock;
}

export async function startShop({ webhooks = true, clock }: Options = {}): Promise<StartedShop> {
  const sandbox = await startSandbox({ log: () => undefined });
  const recorder = await startRecorder(sandbox.apiBase);
  const env = {
    STRIPE_SECRET_KEY: sandbox.secretKey,
    STRIPE_WEBHOOK_SECRET: sandbox.webhookSecret,
    STRIPE_API_BASE: recorder.url,
  };
  const startAnother = () => startService({ env, ...(clock && { clock }) });
  const service = await startAnother();
  if (webhooks) sandbox.setWebhookUrl(`${service.url}/api/stripe/webhook`);
  const stop = async (): Promise<void> => {
    await service.stop();
    await sandbox.stop();
    await recorder.stop();
  };
  return { service, sandbox, recorder, startAnother, stop };
}

let shared: Promise<Shop> | undefined;
let sharedClock = systemClock;

/**
 * Returns the shop that the spec files of a test worker share, with the clock of the current file. It is never stopped.
 */
export async function sharedShop(clock: Clock = systemClock): Promise<Shop> {
  sharedClock = clock;
  return (shared ??= startShop({ clock: () => sharedClock() }));
}

export const isCreate = ({ method, path }: ApiCall): boolean => method === 'POST' && path === '/v1/checkout/sessions';

/** Returns the provider's session id, which the client secret starts with. */
export const sessionOf = (body: unknown): string => {
  const { clientSecret } = body as { clientSecret: string };
  return clientSecret.split('_secret')[0] ?? '';
};
