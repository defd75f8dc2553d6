import { PRODUCT } from '@course/funnel';
import { z } from 'zod';
import { action, link, p, space } from '../blocks.ts';
import { boughtIn, defineMail, isPaid, linksIn, readerIn } from '../definition.ts';
import { readerFooter } from '../footer.ts';
import { dateIn, greeting, planName } from '../words.ts';

const details = z.object({
  resumeUntil: z.coerce.date(),
  /** True if lessons of another order still go to the same reader. Earlier releases did not store it. */
  anotherRuns: z.boolean().default(false),
});

/** Sent once, when a mail program's one click has stopped the lessons of an order. */
export const stopped = defineMail({
  to: 'reader',
  links: {},
  // A reader who has already resumed needs no link to do so.
  isWanted: (subject) => isPaid(subject) && subject.stopReason === 'unsubscribed',
  data: (delivery, context) => ({
    ...readerIn(delivery, context),
    ...boughtIn(delivery),
    ...details.parse(delivery.details),
    courseUrl: linksIn(context).courseUrl,
    resumeUrl: linksIn(context).resumeUrl,
  }),
  template: (mail) => ({
    subject: `Your ${PRODUCT.name} lessons have stopped (order ${mail.orderNumber}). Start again here`,
    title: 'Your lessons have stopped',
    preheader: 'Here is the way back, if you want it.',
    blocks: [
      p(greeting(mail.name)),
      p(
        `Your email app unsubscribed you, so you will get no more lessons of your ${planName(mail.planTitle)} (order ${mail.orderNumber}). `,
        mail.anotherRuns
          ? 'Your other course goes on; the unsubscribe link in its own emails stops that one.'
          : 'If that is what you wanted, there is nothing else to do.',
      ),
      p(
        `Was it a mistake, or have you changed your mind? Until ${dateIn(mail.resumeUntil, mail.timeZone)} one tap starts the lessons again where they stopped.`,
      ),
      action('Start the lessons again', mail.resumeUrl),
      space(),
      p('The lessons that you have stay readable on ', link('your course page', mail.courseUrl), '.'),
    ],
    footer: readerFooter({ withdrawalUrl: mail.withdrawalUrl }),
  }),
});
