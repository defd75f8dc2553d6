import { Inject, Injectable } from '@nestjs/common';
import { ApiError } from '@course/contracts';
import type { Response } from 'express';
import type { Course, Order } from '../generated/prisma/client.ts';
import { findLink } from '../links/find-link.ts';
import type { Clock } from '../platform/clock.ts';
import type { Env } from '../platform/env.ts';
import { PrismaService } from '../platform/prisma.ts';
import { Refusals } from '../platform/refusals.ts';
import type { FunnelRequest } from '../platform/request.ts';
import { CLOCK, ENV } from '../platform/tokens.ts';
import { bindReader, readReader, releaseReader } from './reader-cookie.ts';

export interface Reader {
  readonly order: Order;
  readonly course: Course;
}

/** Ties a browser to the link that it was opened with, for as long as that link lives. */
@Injectable()
export class ReaderService {
  constructor(
    private readonly prisma: PrismaService,
    private readonly refusals: Refusals,
    @Inject(ENV) private readonly env: Env,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Rejects with `link_unknown` when the token opens nothing, or no longer. */
  async open(token: string, response: Response): Promise<void> {
    const link = await findLink(this.prisma, token, 'read');
    if (!link || !(await this.#readerOf(link.tokenHash))) {
      await this.refusals.note('link');
      throw new ApiError('link_unknown');
    }
    response.setHeader('Set-Cookie', bindReader(link.tokenHash, { keys: this.env.cookieKeys, now: this.clock(), secure: this.#secure }));
  }

  close(response: Response): void {
    response.setHeader('Set-Cookie', releaseReader({ secure: this.#secure }));
  }

  /** Whoever holds the cookie of a living link. Rejects with `link_missing`. */
  async current(request: FunnelRequest): Promise<Reader> {
    const reader = await this.#find(request);
    if (!reader) throw new ApiError('link_missing');
    return reader;
  }

  async isOpen(request: FunnelRequest): Promise<boolean> {
    return (await this.#find(request)) !== null;
  }

  async #find(request: FunnelRequest): Promise<Reader | null> {
    const hash = readReader(request.headers.cookie, this.env.cookieKeys, this.clock());
    return hash ? this.#readerOf(Uint8Array.from(hash)) : null;
  }

  async #readerOf(tokenHash: Uint8Array<ArrayBuffer>): Promise<Reader | null> {
    const link = await this.prisma.courseLink.findFirst({
      where: { tokenHash, purpose: 'read', endedAt: null },
      include: { order: { include: { course: true } } },
    });
    const course = link?.order.course;
    if (!link || !course || course.stopReason === 'erased') return null;
    return { order: link.order, course };
  }

  get #secure(): boolean {
    return this.env.publicUrl.startsWith('https:');
  }
}
