import 'reflect-metadata';
import { readEnv } from './platform/env.ts';
import { startService } from './service.ts';

const fail = (error: unknown): never => {
  process.stderr.write(`svc-tracking cannot start. ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
};

const main = async (): Promise<void> => {
  const service = await startService(readEnv());
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    service.stop().then(() => process.exit(0), fail);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
};

main().catch(fail);
