import { POLICY, PRODUCT } from '@course/funnel';
import { action, p, space } from '../blocks.ts';
import { defineMail, ofRequest, required } from '../definition.ts';
import { firstStepFooter } from '../footer.ts';
import { counted } from '../words.ts';

/** Sent to an address before anything else, if the owner requires confirmation. */
export const firstStepConfirm = defineMail({
  to: 'reader',
  isWanted: ofRequest(({ confirmedAt }) => confirmedAt === null),
  data: (_delivery, { requestLinks }) => {
    const { confirmUrl, leaveUrl } = required(requestLinks, 'links');
    return { confirmUrl, leaveUrl, days: POLICY.firstStepDays };
  },
  template: ({ confirmUrl, days, leaveUrl }) => ({
    subject: 'Please confirm: lesson 1 and your plan',
    title: 'Shall we send you lesson 1?',
    preheader: 'Say yes, and lesson 1 is on its way.',
    walked: 0,
    blocks: [
      p(
        `Someone, probably you, asked ${PRODUCT.name} to send lesson 1 and a plan to this address. Say yes on the page that opens, and they are on their way.`,
      ),
      action('Yes, send them', confirmUrl),
      space(),
      p(`The link works for ${counted(days, 'day')}. After that, we forget the request.`),
      p('If it was not you, ignore this email, and nothing follows.'),
    ],
    footer: firstStepFooter(leaveUrl),
  }),
});
