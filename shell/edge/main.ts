import path from 'node:path';
import { EARLY_SCRIPT } from './early/script.ts';
import { readEnv } from './env.ts';
import { createInternalEdge } from './internal.ts';
import { createEdge } from './server.ts';

/** Whatever hangs by then is given up. */
const STOP_MAX_MS = 4500;

try {
  const env = readEnv(process.env);
  const app = await createEdge({ env, webDir: path.join(import.meta.dirname, '..', 'web'), earlyScript: EARLY_SCRIPT });
  const internal = env.INTERNAL_PORT === undefined ? undefined : createInternalEdge(env);
  const stop = (): void => {
    setTimeout(() => process.exit(1), STOP_MAX_MS).unref();
    void Promise.all([app.close(), internal?.close()]).then(() => process.exit(0));
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop);
  await internal?.listen({ port: env.INTERNAL_PORT, host: env.HOST });
  await app.listen({ port: env.PORT, host: env.HOST });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
