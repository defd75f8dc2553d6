import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { ApiError } from '@course/contracts';
import { within } from '@course/service-kit';
import { PrismaService } from './prisma.ts';
import { RedisService } from './redis.ts';

const RETRY_AFTER_SECONDS = 5;
const ANSWER_MAX_MS = 2000;

/** `/healthz`: the process is up. `/readyz`: its stores answer. */
@ApiExcludeController()
@Controller()
export class HealthController {
  constructor(
    private readonly prisma: PrismaService,
    private readonly redis: RedisService,
  ) {}

  @Get('healthz')
  health() {
    return { status: 'ok' };
  }

  @Get('readyz')
  async ready() {
    const answers = await Promise.allSettled(
      [this.prisma.$queryRaw`SELECT 1`, this.redis.client.ping()].map((asked) => within<unknown>(ANSWER_MAX_MS, asked)),
    );
    const away = ['PostgreSQL', 'Redis'].filter((_, index) => answers[index]?.status === 'rejected');
    if (away.length > 0)
      throw new ApiError('store_unavailable', `${away.join(' and ')} not reachable.`, {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    return { status: 'ok' };
  }
}
