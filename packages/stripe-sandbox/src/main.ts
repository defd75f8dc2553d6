import { readEnv, type Env } from './env.ts';
import { startSandbox } from './index.ts';
import type { Sandbox, SandboxOptions } from './sandbox.ts';
import type { Secrets } from './ids.ts';

const withoutUndefined = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<{
    [K in keyof T]: Exclude<T[K], undefined>;
  }>;

const optionsOf = (env: Env): SandboxOptions => ({
  ...withoutUndefined({ webhookUrl: env.WEBHOOK_URL, dataDir: env.DATA_DIR, siteOrigin: env.SITE_ORIGIN }),
  host: env.HOST,
  port: env.PORT,
  secrets: withoutUndefined<{ [K in keyof Secrets]: string | undefined }>({
    secretKey: env.SECRET_KEY,
    publishableKey: env.PUBLISHABLE_KEY,
    webhookSecret: env.WEBHOOK_SECRET,
  }),
});

function stopOnSignal(sandbox: Sandbox): void {
  const stop = () => {
    void sandbox.stop().then(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

try {
  const sandbox = await startSandbox(optionsOf(readEnv()));
  stopOnSignal(sandbox);
  process.stdout.write(`Stripe sandbox: ${sandbox.origin} (a test: no money moves)\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
