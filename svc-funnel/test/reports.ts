/** Reports and replies to mails, in the format in which servers and readers send them. */

interface Bounce {
  readonly messageId: string;
  readonly to: string;
  /** Message-ID of the report. */
  readonly id?: string;
  readonly status?: string;
  readonly action?: string;
  readonly diagnostic?: string;
  readonly finalRecipient?: string;
}

const crlf = (lines: readonly string[]): string => lines.join('\r\n');

/** A delivery status notification (RFC 3464) that returns the headers of our mail. */
export const aBounce = ({
  messageId,
  to,
  id = `${crypto.randomUUID()}@mx.example`,
  status = '5.1.1',
  action = 'failed',
  diagnostic = 'smtp; 550 no such user',
  finalRecipient = to,
}: Bounce): string =>
  crlf([
    'From: Mail Delivery System <MAILER-DAEMON@mx.example>',
    'To: course@daybreak-ai.example',
    'Subject: Undelivered Mail Returned to Sender',
    `Message-ID: <${id}>`,
    'Date: Sun, 22 Nov 2026 10:00:00 +0000',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status;',
    ' boundary="frontier"',
    '',
    '--frontier',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'I am sorry to have to inform you.',
    '',
    '--frontier',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    'Arrival-Date: Sun, 22 Nov 2026 09:59:00 +0000',
    '',
    `Final-Recipient: rfc822; ${finalRecipient}`,
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: ${diagnostic},`,
    '  and so on',
    '',
    '--frontier',
    'Content-Type: text/rfc822-headers',
    '',
    'From: Daybreak AI <course@daybreak-ai.example>',
    `To: ${to}`,
    `Message-ID: ${messageId}`,
    'Subject: Lesson 3',
    '',
    '--frontier--',
    '',
  ]);

/** A complaint (RFC 5965) that returns our mail. */
export const aComplaint = ({
  messageId,
  to,
  type = 'abuse',
}: {
  messageId: string;
  to: string;
  type?: string;
}): string =>
  crlf([
    'From: <feedback@mx.example>',
    'To: course@daybreak-ai.example',
    'Subject: FW: Lesson 3',
    `Message-ID: <${crypto.randomUUID()}@mx.example>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary="frontier"',
    '',
    '--frontier',
    'Content-Type: text/plain',
    '',
    'This is an abuse report.',
    '',
    '--frontier',
    'Content-Type: message/feedback-report',
    '',
    `Feedback-Type: ${type}`,
    'User-Agent: SomeGenerator/1.0',
    'Version: 1',
    'Original-Rcpt-To: <hidden@mx.example>',
    '',
    '--frontier',
    'Content-Type: message/rfc822',
    '',
    'From: Daybreak AI <course@daybreak-ai.example>',
    `To: <${to}>`,
    `Message-ID: ${messageId}`,
    'Subject: Lesson 3',
    '',
    'Good morning. Action: failed',
    '',
    '--frontier--',
    '',
  ]);

/** A reader's reply, which does not look like a report. */
export const anAnswer = (text: string): string =>
  crlf([
    'From: ada@example.com',
    'To: course@daybreak-ai.example',
    'Subject: Re: Lesson 3',
    `Message-ID: <${crypto.randomUUID()}@example.com>`,
    '',
    text,
    '',
  ]);
