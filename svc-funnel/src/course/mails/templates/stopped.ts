import { PRODUCT } from '@course/funnel';
import { action, link, p, space } from '../blocks.ts';
import { readerFooter } from '../footer.ts';
import type { TemplateFor } from '../template.ts';
import { dateIn, greeting, planName } from '../words.ts';

/** Sent once, when a mail program's one click has stopped the lessons of an order. */
export const stopped: TemplateFor<'stopped'> = (mail) => ({
  subject: `Your ${PRODUCT.name} lessons have stopped (order ${mail.orderNumber}). Start again here`,
  title: 'Your lessons have stopped',
  preheader: 'Here is the way back, if you want it.',
  blocks: [
    p(greeting(mail.name)),
    p(
      `Your mail program told us to stop, and we did: no lesson of your ${planName(mail.planTitle)} follows (order ${mail.orderNumber}). `,
      mail.anotherRuns
        ? 'Your other course goes on; the unsubscribe link in its own emails stops that one.'
        : 'If that is what you wanted, there is nothing else to do.',
    ),
    p(
      `Was it a mistake, or have you changed your mind? Until ${dateIn(mail.resumeUntil, mail.timeZone)} one tap starts the lessons again where they stopped.`,
    ),
    action('Start the lessons again', mail.resumeUrl),
    space(),
    p('The lessons that you have stay readable on ', link('your course page', mail.links.courseUrl), '.'),
  ],
  footer: readerFooter({ withdrawalUrl: mail.withdrawalUrl }),
});
