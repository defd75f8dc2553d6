import { describe, expect, it } from 'vitest';
import { SAMPLE_MAILS } from '../../../test/sample-mails.ts';
import { renderMail } from '../mails/render.ts';
import { linksFor } from '../links/links.ts';

const links = linksFor(
  { publicUrl: 'https://course.example' },
  { read: 'R'.repeat(43), refund: 'F'.repeat(43), unsubscribe: 'U'.repeat(43) },
);

describe('the mail with a new link', () => {
  it.each([
    ['course', links.courseUrl, 'Your new Daybreak AI course link'],
    ['refund', links.refundUrl ?? '', 'Your Daybreak AI refund link'],
  ] as const)('links to the requested page: %s', async (purpose, url, subject) => {
    const mail = await renderMail({
      ...SAMPLE_MAILS.course_link,
      name: null,
      purpose,
      url,
      links,
    });
    // The button comes before the footer's links.
    expect(/href="([^"]+)"/.exec(mail.html)?.[1]).toBe(url);
    expect(/https:\S+/.exec(mail.text)?.[0]).toBe(url);
    expect(mail.subject).toBe(subject);
    // An address with several orders gets several of these mails.
    expect(mail.text).toMatch(/Plan: +4-week plan\nOrder number: K7XM-4PRH/);
  });
});
