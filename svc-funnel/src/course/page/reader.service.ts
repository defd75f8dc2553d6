import { ApiError, type CourseSession } from '@course/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { Course, Order } from '../../generated/prisma/client.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Env } from '../../platform/env.ts';
import { PrismaService } from '../../platform/prisma.ts';
import { Refusals } from '../../platform/refusals.ts';
import type { FunnelRequest } from '../../platform/request.ts';
import { CLOCK, ENV } from '../../platform/tokens.ts';
import { endReplaced, findLink } from '../links/link-store.ts';
import { isOpening, OPENING_PURPOSES, type OpeningPurpose } from '../links/links.ts';
import { bindReader, type ReaderCookie, readReader, releaseReader } from './reader-cookie.ts';
import { isShownOrder } from './shown-order.ts';

export interface Reader {
  readonly order: Order;
  readonly course: Course;
}

/** True unless the order was refunded, which closes the course to every link and cookie. */
const isOpen = (reader: Reader | null): reader is Reader => reader !== null && reader.order.status !== 'refunded';

/** Ties a browser to the link that opened the course, for as long as that link is valid. */
@Injectable()
export class ReaderService {
  constructor(
    private readonly prisma: PrismaService,
    private readonly refusals: Refusals,
    @Inject(ENV) private readonly env: Env,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Opens a token's course in this browser and ends the links that its link replaces. Rejects with `link_unknown` if
   * the token opens nothing or no longer does, and with `course_refunded`.
   */
  async open(token: string, response: Response): Promise<void> {
    const link = await findLink(this.prisma, token, OPENING_PURPOSES);
    const reader = link && isOpening(link.purpose) ? await this.#readerOf(link.tokenHash, link.purpose) : null;
    if (!link || !isOpening(link.purpose) || !reader) {
      await this.refusals.note('link');
      throw new ApiError('link_unknown');
    }
    if (!isOpen(reader)) throw new ApiError('course_refunded');
    const now = this.clock();
    await endReplaced(this.prisma, link, now);
    response.setHeader(
      'Set-Cookie',
      bindReader(link.tokenHash, { purpose: link.purpose, keys: this.env.cookieKeys, now, secure: this.env.isSecure }),
    );
  }

  /** Ends this browser's cookies, including all copies of them. */
  async close(request: FunnelRequest, response: Response): Promise<void> {
    const cookies = OPENING_PURPOSES.flatMap((purpose) => this.#cookieIn(request, purpose) ?? []);
    const data = cookies.map(({ cookieHash, expiresAt }) => ({ cookieHash: Uint8Array.from(cookieHash), expiresAt }));
    if (data.length > 0) await this.prisma.endedCookie.createMany({ data, skipDuplicates: true });
    response.setHeader(
      'Set-Cookie',
      OPENING_PURPOSES.map((purpose) => releaseReader({ purpose, secure: this.env.isSecure })),
    );
  }

  /**
   * Returns the holder of a valid link's cookie. Rejects with `link_missing`, with `refund_link_missing` if the course
   * is open but the link to the refund page is needed, with `course_refunded`, and with `other_order` if the page shows
   * another order than the one that this browser opened last.
   */
  async current(request: FunnelRequest, purpose: OpeningPurpose = 'read'): Promise<Reader> {
    const reader = await this.#find(request, purpose);
    if (isOpen(reader)) {
      if (!isShownOrder(request, reader.order)) throw new ApiError('other_order');
      return reader;
    }
    const course = purpose === 'read' ? reader : await this.#find(request, 'read');
    if (isOpen(course)) throw new ApiError('refund_link_missing');
    throw new ApiError(reader || course ? 'course_refunded' : 'link_missing');
  }

  /** Returns what is open in this browser. */
  async session(request: FunnelRequest): Promise<CourseSession> {
    const [read, refund] = [await this.#find(request, 'read'), await this.#find(request, 'refund')];
    const opened = { open: isOpen(read), refund: isOpen(refund) };
    const refunded = !opened.open && !opened.refund && (read ?? refund) !== null;
    return { ...opened, ...(refunded && { refunded }) };
  }

  #cookieIn(request: FunnelRequest, purpose: OpeningPurpose): ReaderCookie | undefined {
    return readReader(request.headers.cookie, { purpose, keys: this.env.cookieKeys, now: this.clock() });
  }

  async #find(request: FunnelRequest, purpose: OpeningPurpose): Promise<Reader | null> {
    const cookie = this.#cookieIn(request, purpose);
    if (!cookie) return null;
    const ended = await this.prisma.endedCookie.findUnique({
      where: { cookieHash: Uint8Array.from(cookie.cookieHash) },
    });
    return ended ? null : this.#readerOf(Uint8Array.from(cookie.linkHash), purpose);
  }

  async #readerOf(tokenHash: Uint8Array<ArrayBuffer>, purpose: OpeningPurpose): Promise<Reader | null> {
    const link = await this.prisma.courseLink.findFirst({
      where: { tokenHash, purpose, endedAt: null },
      include: { order: { include: { course: true } } },
    });
    const course = link?.order.course;
    if (!link || !course || course.stopReason === 'erased') return null;
    return { order: link.order, course };
  }
}
