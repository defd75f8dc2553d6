import { startSandbox, type Sandbox } from '@course/stripe-sandbox';
import type { Clock } from '../src/platform/clock.ts';
import { startRecorder, type ApiCall, type Recorder } from './stripe-recorder.ts';
import { startService, type OwnService } from './service.ts';

/** The service with a payment provider: the sandbox, seen through a recorder. */
export interface Shop {
  readonly service: OwnService;
  readonly sandbox: Sandbox;
  readonly recorder: Recorder;
  /** Another process's worth of the same service, on the same stores and provider. */
  startAnother(): Promise<OwnService>;
  stop(): Promise<void>;
}

interface Options {
  /** Whether the sandbox delivers its webhooks to the service. */
  readonly webhooks?: boolean;
  readonly clock?: Clock;
}

export async function startShop({ webhooks = true, clock }: Options = {}): Promise<Shop> {
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

export const isCreate = ({ method, path }: ApiCall): boolean => method === 'POST' && path === '/v1/checkout/sessions';

/** The provider's id within a client secret. */
export const sessionOf = (body: unknown): string => {
  const { clientSecret } = body as { clientSecret: string };
  return clientSecret.split('_secret')[0] ?? '';
};
