import 'reflect-metadata';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { loadLessons } from '../course/lessons/lessons.ts';
import { illustrateFrom } from '../course/pictures/pictures.ts';
import { PaymentUpdatesService } from '../orders/payment-updates.service.ts';
import { PaymentProvider } from '../payments/payment-provider.ts';
import { WebhookService } from '../orders/webhook.service.ts';
import { systemClock, type Clock } from '../platform/clock.ts';
import { EnvError } from '@course/contracts/env';
import { createLogger, isStoreFailure } from '@course/service-kit';
import { readEnv, type Env } from '../platform/env.ts';
import { PrismaService } from '../platform/prisma.ts';
import { isSandbox, SandboxClock } from '../platform/sandbox-clock.ts';
import { CLOCK, ENV } from '../platform/tokens.ts';
import { AdminCliModule } from './admin-cli.module.ts';
import { OwnerError, type OwnerDeps } from './command.ts';

/** The terminal shows what happens; a log would keep addresses that only the owner may see. */
const logger = createLogger('svc-funnel', 'silent');

/** Returns what the commands need from an application: the tool's own or the whole service. */
export function depsOf(app: INestApplicationContext): Omit<OwnerDeps, 'onErased'> {
  const anywhere = { strict: false };
  const env = app.get<Env>(ENV, anywhere);
  return {
    env,
    clock: app.get<Clock>(CLOCK, anywhere),
    prisma: app.get(PrismaService, anywhere),
    provider: app.get(PaymentProvider, anywhere),
    paymentUpdates: app.get(PaymentUpdatesService, anywhere),
    webhooks: app.get(WebhookService, anywhere),
    lessons: () => loadLessons(env.course.lessonsDir, () => illustrateFrom(env)),
  };
}

const open = async (env: Env): Promise<OwnerDeps> => {
  const sandboxClock = isSandbox(env.payments) ? new SandboxClock(systemClock) : undefined;
  const clock = sandboxClock?.now ?? systemClock;
  const app = await NestFactory.createApplicationContext(AdminCliModule.with({ env, clock, logger }), {
    logger: false,
    abortOnError: false,
  });
  const prisma = app.get(PrismaService);
  // For a raw query, Prisma would not report that the database cannot be reached.
  await prisma.sandboxClock.count();
  await sandboxClock?.follow(prisma, logger);
  // The program that started this one erases what is stored elsewhere: in the local outbox.
  return { ...depsOf(app), onErased: (erased) => void process.send?.({ erased }) };
};

/**
 * Opens the tool's application. Rejects with OwnerError if the environment is invalid or the database does not answer.
 */
export async function openService(): Promise<OwnerDeps> {
  try {
    return await open(readEnv());
  } catch (error) {
    if (error instanceof EnvError) throw new OwnerError(error.message, { cause: error });
    if (isStoreFailure(error))
      throw new OwnerError('The database does not answer. Start the product, or correct DATABASE_URL.', {
        cause: error,
      });
    throw error;
  }
}
