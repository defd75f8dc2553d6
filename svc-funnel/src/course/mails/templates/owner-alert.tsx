import type { OwnerAlertMail } from '../mail.ts';
import { OwnerFooter } from '../parts/footer.tsx';
import { Layout } from '../parts/layout.tsx';
import { P, Subtitle, Title } from '../parts/text.tsx';
import { Command } from '../parts/command.tsx';
import type { TemplateFor } from '../template.ts';
import { counted, dateIn, paragraphs, timeIn } from '../words.ts';

const title = ({ findings }: OwnerAlertMail): string =>
  `${counted(findings.length, 'thing needs', 'things need')} a hand`;
const asOf = ({ at }: OwnerAlertMail): string =>
  `As of ${dateIn(at, 'UTC')}, ${timeIn(at, 'UTC')}. All of it, at any time:`;
const STATUS = 'npm run owner -- status';

const OwnerAlert = (mail: OwnerAlertMail) => (
  <Layout
    title={title(mail)}
    preheader={mail.findings.map(({ what, count }) => `${what}: ${count}`).join(', ')}
    aside="For the owner"
    footer={<OwnerFooter />}
  >
    <Title>{title(mail)}</Title>
    {mail.findings.map(({ what, count, todo }) => (
      <div key={what}>
        <Subtitle>
          {what}: {count}
        </Subtitle>
        <P>{todo}</P>
      </div>
    ))}
    <P>{asOf(mail)}</P>
    <Command>{STATUS}</Command>
  </Layout>
);

export const ownerAlert: TemplateFor<'owner_alert'> = {
  subject: (mail) => `${title(mail)}: ${mail.findings.map(({ what }) => what).join(', ')}`,
  html: (mail) => <OwnerAlert {...mail} />,
  text: (mail) =>
    paragraphs(
      `${title(mail)}.`,
      ...mail.findings.map(({ what, count, todo }) => `${what}: ${count}\n${todo}`),
      `${asOf(mail)}\n${STATUS}`,
    ),
};
