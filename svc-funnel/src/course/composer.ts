import { Inject, Injectable } from '@nestjs/common';
import { mailLinks, type CarriedLinks } from '../links/mail-links.ts';
import type { OutgoingMail } from '../mail/mailer.ts';
import { renderMail } from '../mail/render.ts';
import type { Clock } from '../platform/clock.ts';
import type { Env } from '../platform/env.ts';
import { PrismaService } from '../platform/prisma.ts';
import { CLOCK, ENV } from '../platform/tokens.ts';
import { carriedBy } from './carried-links.ts';
import { ComposeError, mailOf } from './compose.ts';
import { LessonStore } from './lesson-store.ts';
import type { LoadedDelivery } from './load-delivery.ts';
import { inDomainOf } from './message-id.ts';

const bare = (mailbox: string): string => /<([^>]+)>/.exec(mailbox)?.[1] ?? mailbox;

/** Makes a delivery's mail: to whom, what it says, how it can be ended. */
@Injectable()
export class Composer {
  constructor(
    private readonly prisma: PrismaService,
    private readonly lessons: LessonStore,
    @Inject(ENV) private readonly env: Env,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Rejects with ComposeError when that cannot be done now. */
  async compose(delivery: LoadedDelivery): Promise<OutgoingMail> {
    const { kind, messageId } = delivery;
    const isForOwner = kind === 'owner_alert' || kind === 'owner_refund_request' || kind === 'owner_second_order';
    const carried = carriedBy(delivery);
    const links = carried && (await this.#linksOf(delivery, carried));
    const rendered = await renderMail(mailOf(delivery, { links, lessonOf: (day) => this.lessons.get(day) }));
    const to = isForOwner ? bare(this.env.mail.owner) : (delivery.email ?? delivery.orderEmail);
    if (to === null) throw new ComposeError('no address');
    const oneClick = kind === 'lesson' && links ? { oneClickUrl: links.oneClickUrl } : {};
    return { to, ...rendered, messageId: inDomainOf(messageId, this.env.mail.from), ...oneClick };
  }

  #linksOf({ orderId }: LoadedDelivery, carried: CarriedLinks) {
    if (orderId === null) throw new ComposeError('no order');
    return this.prisma.$transaction((db) => mailLinks(db, this.env, orderId, this.clock(), carried));
  }
}
