import { PRODUCT } from '@course/funnel';
import type { FirstStepConfirmMail } from '../mail.ts';
import { FirstStepFooter, firstStepFooterText } from '../parts/footer.tsx';
import { Layout } from '../parts/layout.tsx';
import { StonePath } from '../parts/stones.tsx';
import { Action, P, Title } from '../parts/text.tsx';
import type { TemplateFor } from '../template.ts';
import { counted, paragraphs } from '../words.ts';

const TITLE = 'Shall we send you lesson 1?';
const WHY = `Somebody, most likely you, asked ${PRODUCT.name} to send lesson 1 and a plan to this address. Say yes on the page that opens, and they are on their way.`;
const LABEL = 'Yes, send them';
const NOT_YOU = 'If it was not you, ignore this email, and nothing follows.';

const until = ({ days }: FirstStepConfirmMail): string =>
  `The button works for ${counted(days, 'day')}. After that, we forget the request.`;

const FirstStepConfirm = (mail: FirstStepConfirmMail) => (
  <Layout
    title={TITLE}
    preheader="Say yes, and lesson 1 is on its way."
    picture={<StonePath walked={0} />}
    footer={<FirstStepFooter leaveUrl={mail.leaveUrl} />}
  >
    <Title>{TITLE}</Title>
    <P>{WHY}</P>
    <Action href={mail.confirmUrl}>{LABEL}</Action>
    <div style={{ height: 20, lineHeight: '20px', fontSize: 0 }}>&nbsp;</div>
    <P>{until(mail)}</P>
    <P>{NOT_YOU}</P>
  </Layout>
);

/** Sent to an address before anything else is, where the owner asks for a confirmation. */
export const firstStepConfirm: TemplateFor<'first_step_confirm'> = {
  subject: () => 'Please confirm: lesson 1 and your plan',
  html: (mail) => <FirstStepConfirm {...mail} />,
  text: (mail) =>
    paragraphs(
      'Hello,',
      WHY,
      `${LABEL}:\n${mail.confirmUrl}`,
      until(mail),
      NOT_YOU,
      firstStepFooterText(mail.leaveUrl),
    ),
};
