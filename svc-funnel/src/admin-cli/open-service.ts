import 'reflect-metadata';
import { loadLessons } from '../lessons/lessons.ts';
import { PaymentUpdates } from '../payments/payment-updates.service.ts';
import { PaymentEventsRepository } from '../payments/payment-events.repository.ts';
import { StripeProvider } from '../payments/stripe-provider.ts';
import { WebhookService } from '../payments/webhook.service.ts';
import { systemClock } from '../platform/clock.ts';
import { readEnv, type Env } from '../platform/env.ts';
import { createLogger, EnvError, isStoreFailure } from '@course/service-kit';
import { Metrics } from '../platform/metrics.ts';
import { PrismaService } from '../platform/prisma.ts';
import { isSandbox, SandboxClock } from '../platform/sandbox-clock.ts';
import type { OwnerDeps } from './command.ts';
import { OwnerError } from './owner-error.ts';

/** What happens is said in the terminal; a log would keep addresses that only the owner may see. */
const logger = createLogger('svc-funnel', 'silent');

/** Put together by hand: of the whole service, with its server and its queue, a command needs these few parts. */
const compose = async (env: Env): Promise<OwnerDeps> => {
  const prisma = new PrismaService(env, logger);
  await prisma.$queryRaw`SELECT 1`;
  const sandboxClock = isSandbox(env.payments) ? new SandboxClock(systemClock) : undefined;
  await sandboxClock?.follow(prisma, logger);
  const clock = sandboxClock?.now ?? systemClock;
  const metrics = new Metrics();
  const provider = new StripeProvider(env, metrics);
  const paymentUpdates = new PaymentUpdates(prisma, env, clock, logger);
  const webhooks = new WebhookService(provider, new PaymentEventsRepository(), prisma, metrics, paymentUpdates, logger);
  return {
    env,
    clock,
    prisma,
    provider,
    paymentUpdates,
    webhooks,
    lessons: () => loadLessons(env.course.lessonsDir),
    // Whoever started this program knows what else there is: the local outbox.
    onErased: (erased) => void process.send?.({ erased }),
  };
};

/** The service's own parts, without its server and its worker: what a command does is what the service would do. */
export async function openService(): Promise<OwnerDeps> {
  try {
    return await compose(readEnv());
  } catch (error) {
    if (error instanceof EnvError) throw new OwnerError(error.message, { cause: error });
    if (isStoreFailure(error))
      throw new OwnerError('The database does not answer. Start the product, or correct DATABASE_URL.', {
        cause: error,
      });
    throw error;
  }
}
