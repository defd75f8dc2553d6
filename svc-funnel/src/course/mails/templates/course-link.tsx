import { PRODUCT } from '@course/funnel';
import type { CourseLinkMail } from '../mail.ts';
import { ReaderFooter, readerFooterText } from '../parts/footer.tsx';
import { Layout } from '../parts/layout.tsx';
import { Action, Facts, P, Title } from '../parts/text.tsx';
import type { TemplateFor } from '../template.ts';
import { factLines, greeting, paragraphs, planName, type Fact } from '../words.ts';

const NOT_YOU = `If it was not you, there is nothing to do: the link went to this address only, and your earlier links still work. If it happens often, write to ${PRODUCT.supportEmail}.`;

/** What the mail says about the page that was asked for. */
const WORDS = {
  course: {
    subject: `Your new ${PRODUCT.name} course link`,
    title: 'Your new course link',
    why: 'Somebody, most likely you, asked for a new link to your course. Here it is.',
    label: 'Open your course',
    leads: 'It opens your course page, with all lessons so far.',
    old: 'Once you open it, the links of earlier emails open neither your course nor a refund. Nothing else changes.',
  },
  refund: {
    subject: `Your ${PRODUCT.name} refund link`,
    title: 'Your refund link',
    why: 'Somebody, most likely you, asked for the link to the refund page. Here it is.',
    label: 'Ask for your money back',
    leads: 'It opens the page that takes your refund request.',
    old: 'Whoever has this link can ask for the refund, so please keep this email to yourself. Lesson emails never carry it.',
  },
} as const satisfies Record<CourseLinkMail['purpose'], Readonly<Record<string, string>>>;

const factsOf = ({ planTitle, orderNumber }: CourseLinkMail): Fact[] => [
  { name: 'Plan', value: planName(planTitle) },
  { name: 'Order number', value: orderNumber },
];

const CourseLink = (mail: CourseLinkMail) => {
  const { name, purpose, url, links, withdrawalUrl } = mail;
  const { title, why, label, leads, old } = WORDS[purpose];
  return (
    <Layout title={title} preheader={leads} footer={<ReaderFooter withdrawalUrl={withdrawalUrl} links={links} />}>
      <Title>{title}</Title>
      <P>{greeting(name)}</P>
      <P>{why}</P>
      <Action href={url}>{label}</Action>
      <div style={{ height: 20, lineHeight: '20px', fontSize: 0 }}>&nbsp;</div>
      <Facts facts={factsOf(mail)} />
      <P>{old}</P>
      <P>{NOT_YOU}</P>
    </Layout>
  );
};

export const courseLink: TemplateFor<'course_link'> = {
  subject: ({ purpose }) => WORDS[purpose].subject,
  html: (mail) => <CourseLink {...mail} />,
  text: (mail) => {
    const { name, purpose, url, links, withdrawalUrl } = mail;
    const { why, label, old } = WORDS[purpose];
    return paragraphs(
      greeting(name),
      why,
      `${label}:\n${url}`,
      factLines(factsOf(mail)),
      old,
      NOT_YOU,
      readerFooterText({ withdrawalUrl, links }),
    );
  },
};
