import { PRODUCT } from '@course/funnel';
import { z } from 'zod';
import { REQUESTED_PURPOSES } from '../../links/links.ts';
import { action, facts, p, space } from '../blocks.ts';
import { always, boughtIn, courseLinksIn, defineMail, linksIn, readerIn, required } from '../definition.ts';
import { readerFooter } from '../footer.ts';
import { greeting, planName } from '../words.ts';

const details = z.object({ purpose: z.enum(['course', 'refund']).catch('course') }).catch({ purpose: 'course' });

/** Returns the page whose link was requested. */
const purposeIn = (of: unknown) => details.parse(of).purpose;

/** The words for each page that can be requested. */
const WORDS = {
  course: {
    subject: `Your new ${PRODUCT.name} course link`,
    title: 'Your new course link',
    why: 'Someone, probably you, asked for a new link to your course. Here it is.',
    label: 'Open your course',
    opens: 'It opens your course page, with all lessons so far.',
    old: 'Once you open it, the links of earlier emails open neither your course nor a refund. Nothing else changes.',
  },
  refund: {
    subject: `Your ${PRODUCT.name} refund link`,
    title: 'Your refund link',
    why: 'Someone, probably you, asked for the link to the refund page. Here it is.',
    label: 'Ask for your money back',
    opens: 'It opens the page that takes your refund request.',
    old: 'Whoever has this link can ask for the refund, so please keep this email to yourself. Lesson emails never carry it.',
  },
} as const satisfies Record<keyof typeof REQUESTED_PURPOSES, Readonly<Record<string, string>>>;

export const courseLink = defineMail({
  to: 'reader',
  // The newest link of the requested purpose.
  links: (details) => {
    const requested = REQUESTED_PURPOSES[purposeIn(details)];
    return { requested, also: requested === 'refund' ? ['refund'] : [] };
  },
  isWanted: always,
  data: (delivery, context) => {
    const links = linksIn(context);
    const purpose = purposeIn(delivery.details);
    return {
      ...readerIn(delivery, context),
      ...boughtIn(delivery),
      purpose,
      url: purpose === 'refund' ? required(links.refundUrl, 'refund link') : links.courseUrl,
      links: courseLinksIn(context),
    };
  },
  template: (mail) => {
    const { subject, title, why, label, opens, old } = WORDS[mail.purpose];
    return {
      subject,
      title,
      preheader: opens,
      blocks: [
        p(greeting(mail.name)),
        p(why),
        action(label, mail.url),
        space(),
        facts({ Plan: planName(mail.planTitle), 'Order number': mail.orderNumber }),
        p(old),
        p(
          `If it was not you, there is nothing to do: the link went to this address only, and your earlier links still work. If it happens often, write to ${PRODUCT.supportEmail}.`,
        ),
      ],
      footer: readerFooter(mail),
    };
  },
});
