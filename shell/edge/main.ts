import path from 'node:path';
import { readEnv } from './env.ts';
import { createEdge } from './server.ts';

/** The process exits after this long, even if a connection still hangs. */
const STOP_MAX_MS = 4500;

try {
  const env = readEnv(process.env);
  const app = await createEdge({ env, webDir: path.join(import.meta.dirname, '..', 'web') });
  const stop = (): void => {
    setTimeout(() => process.exit(1), STOP_MAX_MS).unref();
    void app.close().then(() => process.exit(0));
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop);
  await app.listen({ port: env.PORT, host: env.HOST });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
