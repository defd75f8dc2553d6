import { formatMoney, PRODUCT } from '@course/funnel';
import { secondOrderUndoEnds } from '../../refund-periods.ts';
import { action, facts, p, space } from '../blocks.ts';
import { boughtIn, defineMail, isPaid, linksIn, readerIn, required } from '../definition.ts';
import { readerFooter } from '../footer.ts';
import { dateIn, greeting, planName, timeIn } from '../words.ts';

export const secondOrder = defineMail({
  to: 'reader',
  links: { also: ['undo'] },
  isWanted: isPaid,
  data: (delivery, context) => {
    const bought = boughtIn(delivery);
    return {
      ...readerIn(delivery, context),
      ...bought,
      undoUrl: required(linksIn(context).undoUrl, 'undo link'),
      undoUntil: secondOrderUndoEnds(bought.paidAt),
    };
  },
  template: (mail) => {
    const plan = planName(mail.planTitle);
    const paid = formatMoney(mail.amountCents, mail.currency);
    return {
      subject: `Your second order in a day: ${plan}, ${paid}`,
      title: 'You have ordered twice',
      preheader: `${paid}, ${plan}. One button undoes it.`,
      blocks: [
        p(greeting(mail.name)),
        p('This address has paid for two orders within a day. Here is the second one.'),
        facts({
          'Order number': mail.orderNumber,
          Plan: plan,
          Paid: paid,
          On: `${dateIn(mail.paidAt, mail.timeZone)}, ${timeIn(mail.paidAt, mail.timeZone)}`,
        }),
        p('If you wanted both, there is nothing to do.'),
        p(
          `If not, one button undoes it until ${dateIn(mail.undoUntil, mail.timeZone)}: you get its full price back on the card that you paid with, and its lessons stop. Your first order stays as it is.`,
        ),
        action('Undo the second order', mail.undoUrl),
        space(),
        p(`Is something not right? Write to ${PRODUCT.supportEmail} and give the order number.`),
      ],
      footer: readerFooter(mail),
    };
  },
});
