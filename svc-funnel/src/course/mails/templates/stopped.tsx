import { PRODUCT } from '@course/funnel';
import type { StoppedMail } from '../mail.ts';
import { ReaderFooter, readerFooterText } from '../parts/footer.tsx';
import { Layout } from '../parts/layout.tsx';
import { A, Action, P, Title } from '../parts/text.tsx';
import type { TemplateFor } from '../template.ts';
import { dateIn, greeting, paragraphs, planName } from '../words.ts';

const TITLE = 'Your lessons have stopped';
const why = ({ planTitle, orderNumber, anotherRuns }: StoppedMail): string =>
  [
    `Your mail program told us to stop, and we did: no lesson of your ${planName(planTitle)} follows (order ${orderNumber}).`,
    anotherRuns
      ? 'Your other course goes on; the unsubscribe link in its own emails stops that one.'
      : 'If that is what you wanted, there is nothing else to do.',
  ].join(' ');
const LABEL = 'Start the lessons again';
const READABLE = 'The lessons that you have stay readable on';

const until = ({ resumeUntil, timeZone }: StoppedMail): string =>
  `Was it a mistake, or have you changed your mind? Until ${dateIn(resumeUntil, timeZone)} one tap starts the lessons again where they stopped.`;

const Stopped = (mail: StoppedMail) => (
  <Layout
    title={TITLE}
    preheader="Here is the way back, if you want it."
    footer={<ReaderFooter withdrawalUrl={mail.withdrawalUrl} />}
  >
    <Title>{TITLE}</Title>
    <P>{greeting(mail.name)}</P>
    <P>{why(mail)}</P>
    <P>{until(mail)}</P>
    <Action href={mail.resumeUrl}>{LABEL}</Action>
    <div style={{ height: 20, lineHeight: '20px', fontSize: 0 }}>&nbsp;</div>
    <P>
      {READABLE} <A href={mail.links.courseUrl}>your course page</A>.
    </P>
  </Layout>
);

/** Sent once when a mail program's one click ended the lessons of an order. */
export const stopped: TemplateFor<'stopped'> = {
  subject: ({ orderNumber }) => `Your ${PRODUCT.name} lessons have stopped (order ${orderNumber}). Start again here`,
  html: (mail) => <Stopped {...mail} />,
  text: (mail) =>
    paragraphs(
      greeting(mail.name),
      why(mail),
      until(mail),
      `${LABEL}:\n${mail.resumeUrl}`,
      `${READABLE} your course page:\n${mail.links.courseUrl}`,
      readerFooterText({ withdrawalUrl: mail.withdrawalUrl }),
    ),
};
