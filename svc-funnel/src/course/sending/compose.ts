import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '../../platform/clock.ts';
import type { Env } from '../../platform/env.ts';
import { PrismaService } from '../../platform/prisma.ts';
import { CLOCK, ENV } from '../../platform/tokens.ts';
import { inDomainOf } from '../deliveries/queue-mail.ts';
import { firstStepLinks } from '../first-step/links.ts';
import { LessonStore } from '../lessons/lesson-store.ts';
import { type CarriedLinks, mailLinks } from '../links/link-store.ts';
import { offerUrlOf, withdrawalUrlOf } from '../links/links.ts';
import { addressIn } from '../mails/headers.ts';
import type { LoadedDelivery } from '../mails/loaded-delivery.ts';
import { isForOwner, KINDS, mailOf } from '../mails/kinds.ts';
import { ComposeError } from '../mails/mail-error.ts';
import type { OutgoingMail } from '../mails/mailer.ts';
import { renderMail } from '../mails/render.ts';
import { lockCourseAsLoaded, readerAddressOf } from './load-delivery.ts';

/** Returns the links of its order that a mail carries; null if it has none. */
export function carriedBy({ kind, details }: Pick<LoadedDelivery, 'kind' | 'details'>): CarriedLinks | null {
  const { links = null } = KINDS[kind];
  return typeof links === 'function' ? links(details) : links;
}

/** Composes a delivery's mail: its recipient, its content and how to unsubscribe. */
@Injectable()
export class Composer {
  constructor(
    private readonly prisma: PrismaService,
    private readonly lessons: LessonStore,
    @Inject(ENV) private readonly env: Env,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Rejects with ComposeError if the mail cannot be composed now. */
  async compose(delivery: LoadedDelivery): Promise<OutgoingMail> {
    const { kind, messageId, firstStep } = delivery;
    const carried = carriedBy(delivery);
    const links = carried && (await this.#linksOf(delivery, carried));
    const requestLinks = firstStep && firstStepLinks(this.env, firstStep.id);
    const rendered = await renderMail(
      mailOf(delivery, {
        links,
        lessonOf: (id) => this.lessons.get(id),
        requestLinks,
        withdrawalUrl: withdrawalUrlOf(this.env),
        offerUrl: (plan) => offerUrlOf(this.env, plan),
        now: this.clock(),
      }),
    );
    const to = isForOwner(kind) ? addressIn(this.env.mail.owner) : readerAddressOf(delivery);
    if (to === null) throw new ComposeError('no address');
    const oneClickUrl = requestLinks?.oneClickUrl ?? (KINDS[kind].hasOneClick ? links?.oneClickUrl : undefined);
    const oneClick = oneClickUrl === undefined ? {} : { oneClickUrl };
    return { to, ...rendered, messageId: inDomainOf(messageId, this.env.mail.from), ...oneClick };
  }

  /** A correction of the address closes earlier links: a link that is created after it must not go to the old address. */
  #linksOf(delivery: LoadedDelivery, carried: CarriedLinks) {
    const { orderId } = delivery;
    if (orderId === null) throw new ComposeError('no order');
    return this.prisma.$transaction(async (db) => {
      await lockCourseAsLoaded(db, orderId, delivery);
      return mailLinks(db, this.env, orderId, this.clock(), carried);
    });
  }
}
