import { randomUUID } from 'node:crypto';
import type { DeclaredWithdrawal, DeclareWithdrawal } from '@course/contracts';
import { withdrawalStatement } from '@course/funnel';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import { PrismaService } from '../../platform/prisma.ts';
import { CLOCK, LOGGER } from '../../platform/tokens.ts';
import { TaskRegistry } from '../../queue/task-registry.ts';
import { queueDueRefunds } from './due-refunds.ts';
import { matchWithdrawalTask, queueMatch, requeueDeclared } from './match-withdrawal.ts';

/** Accepts declarations of withdrawal, and queues their refunds when they are due. */
@Injectable()
export class WithdrawalsService implements OnModuleInit {
  constructor(
    private readonly prisma: PrismaService,
    private readonly registry: TaskRegistry,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    const { prisma, clock } = this;
    this.registry.register('match-withdrawal', matchWithdrawalTask({ prisma, clock }));
    this.registry.register('due-withdrawals', async () => {
      const refunds = await queueDueRefunds(prisma, clock());
      if (refunds > 0) this.logger.info({ refunds }, 'refunds of withdrawals queued');
      const declarations = await requeueDeclared(prisma, clock());
      if (declarations > 0) this.logger.warn({ declarations }, 'withdrawals queued again for matching');
    });
  }

  /**
   * Does the same work for every declaration: nothing is looked up before the response, so that neither its content nor
   * its timing reveals who is a customer.
   */
  async declare(declaration: DeclareWithdrawal): Promise<DeclaredWithdrawal> {
    const [name, reference] = [declaration.name.trim(), declaration.reference.trim()];
    const [id, receivedAt] = [randomUUID(), this.clock()];
    const statement = withdrawalStatement({ name, reference });
    await this.prisma.$transaction(async (db) => {
      await db.withdrawal.create({ data: { id, name, reference, statement, status: 'declared', receivedAt } });
      await queueMatch(db, id);
    });
    return { accepted: true, receivedAt: receivedAt.toISOString() };
  }
}
