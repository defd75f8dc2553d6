import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { RequestLink } from '@course/contracts';
import type { Clock } from '../platform/clock.ts';
import type { Env } from '../platform/env.ts';
import { PrismaService } from '../platform/prisma.ts';
import { RateLimiter } from '../platform/limits.ts';
import { CLOCK, ENV } from '../platform/tokens.ts';
import { enqueue } from '../queue/enqueue.ts';
import { TaskRegistry } from '../queue/task-registry.ts';
import { renewLinksTask } from './renew-links.ts';
import { requestHash } from './request-hash.ts';

/** Takes requests for new links. */
@Injectable()
export class LinksService implements OnModuleInit {
  constructor(
    private readonly prisma: PrismaService,
    private readonly limiter: RateLimiter,
    private readonly registry: TaskRegistry,
    @Inject(ENV) private readonly env: Env,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    const { prisma, clock } = this;
    this.registry.register('renew-links', renewLinksTask({ prisma, clock, linkKeys: this.env.course.linkKeys }));
  }

  /** The same work for every address: nothing is looked up before the answer, so that neither it nor its time tells who is a customer. */
  async request({ email, purpose }: RequestLink): Promise<void> {
    const hash = requestHash(this.env.course.linkKeys, email);
    await this.limiter.consume('newLinkToEmail:perAddress', hash);
    await enqueue(this.prisma, 'renew-links', { requestHash: hash, purpose }, { key: `renew-links:${hash}` });
  }
}
