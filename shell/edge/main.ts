import path from 'node:path';
import earlyScript from './early-taps.js?raw';
import { readEnv } from './env.ts';
import { createEdge } from './server.ts';

/** It stands in every page. */
const withoutComments = (script: string): string => script.replaceAll(/^\s*(\/\/.*)?\n\s*/gm, '');

try {
  const env = readEnv(process.env);
  const app = await createEdge({ env, webDir: path.join(import.meta.dirname, '..', 'web'), earlyScript: withoutComments(earlyScript) });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void app.close().then(() => process.exit(0)));
  await app.listen({ port: env.PORT, host: env.HOST });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
