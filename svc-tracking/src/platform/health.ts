import { within } from '@course/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { Redis } from './redis.ts';
import { POOL, REDIS } from './tokens.ts';

const ANSWER_MAX_MS = 1500;

export interface StoresHealth {
  readonly redis: boolean;
  readonly postgres: boolean;
}

const answers = (question: Promise<unknown>): Promise<boolean> =>
  within(ANSWER_MAX_MS, question).then(
    () => true,
    () => false,
  );

@Injectable()
export class Health {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(POOL) private readonly pool: pg.Pool,
  ) {}

  async stores(): Promise<StoresHealth> {
    const [redis, postgres] = await Promise.all([answers(this.redis.ping()), answers(this.pool.query('select 1'))]);
    return { redis, postgres };
  }
}
