import { describe, expect, it } from 'vitest';
import { anEnrolled } from '../../../test/courses.ts';
import { query } from '../../../test/database.ts';
import { SAMPLE_MAILS } from '../../../test/sample-mails.ts';
import { sharedService } from '../../../test/service.ts';
import { PrismaService } from '../../platform/prisma.ts';
import { redirectCourse } from '../enrolment/redirect-course.ts';
import { renderMail } from '../mails/render.ts';
import { linksFor } from '../links/links.ts';
import { Composer } from './compose.ts';
import { loadDelivery } from './load-delivery.ts';

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

it('no new link is mailed to an address that was corrected while the mail was composed', async () => {
  const { app } = await sharedService();
  const [prisma, composer] = [app.get(PrismaService, { strict: false }), app.get(Composer, { strict: false })];
  const order = await anEnrolled(prisma, new Date());
  const [row] = await query('select id from funnel.deliveries where order_id = $1', [order.id]);
  const delivery = await loadDelivery(prisma, String(row?.['id']));
  const { to } = await composer.compose(delivery!);
  expect(to).toBe(order.email);
  await redirectCourse(prisma, order, `new-${order.email}`, new Date());
  await expect(composer.compose(delivery!)).rejects.toThrow('address corrected');
  expect(
    await query(
      "select 1 from funnel.course_links where order_id = $1 and purpose in ('read', 'refund') and ended_at is null",
      [order.id],
    ),
  ).toEqual([]);
  expect(await composer.compose((await loadDelivery(prisma, String(row?.['id'])))!)).toMatchObject({
    to: `new-${order.email}`,
  });
});
