import { createApp } from './app.ts';
import { systemClock } from './platform/clock.ts';
import { stopGracefully } from './platform/connections.ts';
import { EnvError, readEnv } from './platform/env.ts';
import { createLogger } from './platform/logging.ts';
import { PrismaService } from './platform/prisma.ts';
import { warnOfSamples } from './platform/sample-content.ts';
import { isSandbox, SandboxClock } from './platform/sandbox-clock.ts';

const readEnvOrExit = () => {
  try {
    return readEnv();
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    process.stderr.write(`svc-funnel: ${error.message}\n`);
    process.exit(1);
  }
};

const env = readEnvOrExit();
const logger = createLogger(env.logLevel);
const sandboxClock = isSandbox(env.payments) ? new SandboxClock(systemClock) : undefined;
const app = await createApp({ env, logger, clock: sandboxClock?.now ?? systemClock });

const stop = (signal: NodeJS.Signals): void => {
  logger.info({ signal }, 'stopping');
  sandboxClock?.stop();
  stopGracefully(app).then(
    (isClean) => {
      if (!isClean) logger.warn('stopped without waiting any longer for what was under way');
      process.exit(0);
    },
    (err: unknown) => {
      logger.error({ err }, 'did not stop cleanly');
      process.exit(1);
    },
  );
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);

warnOfSamples(env, logger);
await sandboxClock?.follow(app.get(PrismaService), logger);
await app.listen(env.port, env.host);
logger.info(
  { url: await app.getUrl(), livemode: env.payments.livemode, sandbox: env.payments.apiBase !== undefined },
  'svc-funnel is up',
);
