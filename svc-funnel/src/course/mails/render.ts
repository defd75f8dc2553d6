import { renderToStaticMarkup } from 'react-dom/server';
import { documentHtml, documentText } from './document.tsx';
import { oneLine } from './headers.ts';
import type { Mail, MailKind, RenderedMail } from './mail.ts';
import { OUTLOOK_HEAD } from './parts/outlook.tsx';
import type { Template, TemplateFor } from './template.ts';
import { checkoutReminder } from './templates/checkout-reminder.ts';
import { confirmation } from './templates/confirmation.ts';
import { courseLink } from './templates/course-link.ts';
import { firstStepConfirm } from './templates/first-step-confirm.ts';
import { firstStep } from './templates/first-step.ts';
import { lesson } from './templates/lesson.ts';
import { ownerAlert } from './templates/owner-alert.ts';
import { ownerRefundRequest } from './templates/owner-refund-request.ts';
import { ownerSecondOrder } from './templates/owner-second-order.ts';
import { ownerWithdrawal } from './templates/owner-withdrawal.ts';
import { paymentFailed } from './templates/payment-failed.ts';
import { refundConfirmation } from './templates/refund-confirmation.ts';
import { refundRequest } from './templates/refund-request.ts';
import { secondOrder } from './templates/second-order.ts';
import { stopped } from './templates/stopped.ts';
import { withdrawalReceipt } from './templates/withdrawal-receipt.ts';

const TEMPLATES: { readonly [K in MailKind]: TemplateFor<K> } = {
  confirmation,
  lesson,
  course_link: courseLink,
  stopped,
  refund_request: refundRequest,
  withdrawal_receipt: withdrawalReceipt,
  withdrawal: refundConfirmation,
  owner_refund_request: ownerRefundRequest,
  owner_alert: ownerAlert,
  second_order: secondOrder,
  owner_second_order: ownerSecondOrder,
  owner_withdrawal: ownerWithdrawal,
  first_step_confirm: firstStepConfirm,
  first_step: firstStep,
  checkout_reminder: checkoutReminder,
  payment_failed: paymentFailed,
};

const SUBJECT_LETTERS = 120;

/** The doctype that mail programs are tested with: without it, some lay out tables differently. */
const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

/** Renders a mail: a one-line subject, HTML and plain text. The same mail always renders the same. */
export async function renderMail(mail: Mail): Promise<RenderedMail> {
  // The table's type ties each template to its kind, which TypeScript cannot follow through an index.
  const content = (TEMPLATES[mail.kind] as Template<Mail>)(mail);
  // Not react-email's own render, which streams: that adds nothing for a mail and takes twice the memory.
  const html = DOCTYPE + renderToStaticMarkup(documentHtml(content)).replace('</head>', `${OUTLOOK_HEAD}</head>`);
  return { subject: oneLine(content.subject, SUBJECT_LETTERS), html, text: documentText(content) };
}
