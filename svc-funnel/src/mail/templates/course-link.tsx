import { PRODUCT } from '@course/funnel';
import type { CourseLinkMail } from '../mail.ts';
import { ReaderFooter, readerFooterText } from '../parts/footer.tsx';
import { Layout } from '../parts/layout.tsx';
import { Action, P, Title } from '../parts/text.tsx';
import type { TemplateFor } from '../template.ts';
import { greeting, paragraphs } from '../words.ts';

const TITLE = 'Your new course link';
const WHY = 'Somebody, most likely you, asked for a new link to your course. Here it is.';
const OLD = 'Links from earlier emails no longer open your course. Nothing else changes.';
const NOT_YOU = `It was not you? Then there is nothing to do: the link went to this address only. If it happens often, write to ${PRODUCT.supportEmail}.`;

/** Where the mail's button leads: to the page that was asked for. */
const actionOf = ({ purpose, links }: CourseLinkMail): { readonly label: string; readonly href: string; readonly leads: string } =>
  purpose === 'refund'
    ? { label: 'Ask for your money back', href: links.refundUrl, leads: 'It opens the page that takes your refund request.' }
    : { label: 'Open your course', href: links.courseUrl, leads: 'It opens your course page, with all lessons so far.' };

const CourseLink = (mail: CourseLinkMail) => {
  const { name, links } = mail;
  const action = actionOf(mail);
  return (
    <Layout title={TITLE} preheader={action.leads} footer={<ReaderFooter links={links} />}>
      <Title>{TITLE}</Title>
      <P>{greeting(name)}</P>
      <P>{WHY}</P>
      <Action href={action.href}>{action.label}</Action>
      <div style={{ height: 20, lineHeight: '20px', fontSize: 0 }}>&nbsp;</div>
      <P>{OLD}</P>
      <P>{NOT_YOU}</P>
    </Layout>
  );
};

export const courseLink: TemplateFor<'course_link'> = {
  subject: () => `Your ${PRODUCT.name} course link`,
  html: (mail) => <CourseLink {...mail} />,
  text: (mail) => {
    const { label, href } = actionOf(mail);
    return paragraphs(greeting(mail.name), WHY, `${label}:\n${href}`, OLD, NOT_YOU, readerFooterText(mail.links));
  },
};
