import path from 'node:path';
import { EARLY_SCRIPT } from './early/script.ts';
import { readEnv } from './env.ts';
import { createEdge } from './server.ts';

try {
  const env = readEnv(process.env);
  const app = await createEdge({ env, webDir: path.join(import.meta.dirname, '..', 'web'), earlyScript: EARLY_SCRIPT });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void app.close().then(() => process.exit(0)));
  await app.listen({ port: env.PORT, host: env.HOST });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
