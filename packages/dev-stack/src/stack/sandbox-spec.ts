import path from 'node:path';
import { baseEnv, type StackEnv, type StripeKeys } from '../env.ts';
import { PROJECT_ROOT } from '@course/ops/paths';
import type { ServiceSpec } from '../supervise/supervisor.ts';
import { answers, type SandboxAddress } from './service-specs.ts';
import { logFile } from './stores.ts';

/** Where the sandbox answers when it listens on this port. */
export const sandboxAddress = (port: number): SandboxAddress => {
  const origin = `http://127.0.0.1:${port}`;
  return { apiBase: origin, origin, scriptUrl: `${origin}/v1/stripe.js` };
};

export interface SandboxPartOptions {
  readonly env: StackEnv;
  readonly keys: StripeKeys;
  readonly port: number;
  readonly webhookUrl: string;
}

/** The Stripe sandbox as a process of its own. */
export const sandboxSpec = ({ env, keys, port, webhookUrl }: SandboxPartOptions): ServiceSpec => ({
  name: 'sandbox',
  command: {
    file: process.execPath,
    args: ['--enable-source-maps', path.join(PROJECT_ROOT, 'packages/stripe-sandbox/dist/sandbox.mjs')],
    env: {
      ...baseEnv(),
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: path.join(env.dataDir, 'sandbox'),
      WEBHOOK_URL: webhookUrl,
      SECRET_KEY: keys.secretKey,
      PUBLISHABLE_KEY: keys.publishableKey,
      WEBHOOK_SECRET: keys.webhookSecret,
    },
    cwd: PROJECT_ROOT,
    logFile: logFile(env, 'sandbox'),
  },
  isReady: () => answers(`http://127.0.0.1:${port}/healthz`),
});
