import { describe, expect, it } from 'vitest';
import { renderMail } from '../mail/render.ts';
import { linksFor } from './urls.ts';

const links = linksFor({ publicUrl: 'https://course.example' }, { read: 'R'.repeat(43), unsubscribe: 'U'.repeat(43) });

describe('the mail with a new link', () => {
  it.each([
    ['course', links.courseUrl],
    ['refund', links.refundUrl],
  ] as const)('leads to the page that was asked for: %s', async (purpose, url) => {
    const { html, text } = await renderMail({ kind: 'course_link', name: null, purpose, links });
    // The button comes before the footer's links.
    expect(/href="([^"]+)"/.exec(html)?.[1]).toBe(url);
    expect(/https:\S+/.exec(text)?.[0]).toBe(url);
  });
});
