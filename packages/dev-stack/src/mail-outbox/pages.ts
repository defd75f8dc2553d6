import { html, type Markup } from './html.ts';
import type { Summary, WholeMail } from './mail.ts';

/** How a mail is displayed. */
export interface View {
  readonly part: 'html' | 'text' | 'source';
  readonly width: 'phone' | 'desktop';
  readonly scheme: 'light' | 'dark';
}

const page = (title: string, body: Markup): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="stylesheet" href="/style.css" />
      </head>
      <body>
        ${body}
      </body>
    </html> `.text;

const time = (at: Date): Markup =>
  html`<time datetime="${at.toISOString()}">${at.toISOString().replace('T', ' ').slice(0, 19)} UTC</time>`;

const row = ({ id, to, subject, arrivedAt }: Summary): Markup =>
  html`<li>
    <a href="/mails/${id}"
      ><span class="to">${to.join(', ') || 'nobody'}</span
      ><span class="subject">${subject || '(no subject)'}</span>${time(arrivedAt)}</a
    >
  </li> `;

export interface ListPage {
  readonly mails: readonly Summary[];
  readonly total: number;
  /** From 1. */
  readonly page: number;
  readonly pages: number;
}

const pager = ({ page: now, pages }: ListPage): Markup =>
  pages < 2
    ? html``
    : html`<nav aria-label="Pages">
        ${now > 1 ? html`<a rel="prev" href="/?page=${now - 1}">Newer</a>` : html``} Page ${now} of ${pages}
        ${now < pages ? html`<a rel="next" href="/?page=${now + 1}">Older</a>` : html``}
      </nav>`;

/** Returns the page that lists mails, newest first. */
export const listPage = (list: ListPage): string =>
  page(
    'Outbox',
    html`<header>
        <h1>Outbox</h1>
        <p>${list.total} ${list.total === 1 ? 'mail' : 'mails'} kept on this machine. Nothing is sent on.</p>
      </header>
      <main>
        ${
          list.total === 0
            ? html`<p class="empty">
                No mail yet. Buy a plan and its confirmation appears here. <a href="/">Look again</a>
              </p>`
            : html`<ul class="mails">
                ${list.mails.map(row)}
              </ul>`
        }
        ${pager(list)}
      </main>`,
  );

const LABELS = {
  html: 'As read',
  text: 'Plain text',
  source: 'Source',
  phone: 'Phone',
  desktop: 'Desktop',
  light: 'Light',
  dark: 'Dark',
} as const;

const address = (id: string, { part, width, scheme }: View): string =>
  `/mails/${id}?part=${part}&width=${width}&scheme=${scheme}`;

const choice = <K extends keyof View>(
  id: string,
  view: View,
  name: K,
  values: readonly View[K][],
  label: string,
): Markup =>
  html`<nav aria-label="${label}">
    ${values.map((value) => html`<a href="${address(id, { ...view, [name]: value })}" ${value === view[name] ? html` aria-current="true"` : html``}>${LABELS[value]}</a>`)}
  </nav>`;

const frame = ({ id, subject }: WholeMail, { width, scheme }: View): Markup =>
  html`<iframe
    class="${width}"
    title="${subject || 'Mail'}"
    sandbox="allow-popups allow-popups-to-escape-sandbox"
    src="/mails/${id}/html?scheme=${scheme}"
  ></iframe>`;

const plain = (text: string, { width }: View): Markup => html`<pre class="${width}">${text}</pre>`;

const content = (mail: WholeMail, view: View, source: string): Markup => {
  switch (view.part) {
    case 'html':
      return mail.html === undefined ? html`<p class="empty">This mail has no HTML part.</p>` : frame(mail, view);
    case 'text':
      return mail.text === undefined ? html`<p class="empty">This mail has no text part.</p>` : plain(mail.text, view);
    case 'source':
      return plain(source, view);
    default:
      return view.part satisfies never;
  }
};

const head = ({ to, from, arrivedAt, messageId }: WholeMail): Markup =>
  html`<dl>
    <dt>To</dt>
    <dd>${to.join(', ')}</dd>
    <dt>From</dt>
    <dd>${from}</dd>
    <dt>Arrived</dt>
    <dd>${time(arrivedAt)}</dd>
    <dt>Message-ID</dt>
    <dd>${messageId}</dd>
  </dl>`;

/** Returns the page of one mail, shown as a mail reader would. */
export const mailPage = (mail: WholeMail, view: View, source: string): string =>
  page(
    `${mail.subject} - Outbox`,
    html`<header>
        <p><a href="/">Outbox</a></p>
        <h1>${mail.subject || '(no subject)'}</h1>
        ${head(mail)}
      </header>
      <main>
        <div class="choices">
          ${choice(mail.id, view, 'part', ['html', 'text', 'source'], 'Part')}${view.part === 'html' ? html`${choice(mail.id, view, 'width', ['phone', 'desktop'], 'Width')}${choice(mail.id, view, 'scheme', ['light', 'dark'], 'Colours')}` : html``}
        </div>
        ${content(mail, view, source)}
      </main>`,
  );

export const missingPage = (): string =>
  page(
    'Not here - Outbox',
    html`<main>
      <h1>This mail is not here</h1>
      <p>It was erased, or dropped as one of the oldest. <a href="/">All mails</a></p>
    </main>`,
  );

const BASE = '<base target="_blank">';

const withLinksInNewTabs = (source: string): string =>
  /<head(\s[^>]*)?>/i.test(source) ? source.replace(/<head(\s[^>]*)?>/i, (head) => head + BASE) : BASE + source;

/**
 * Returns a mail's HTML for the frame: as a mail reader with this colour scheme shows it, with links that open a new
 * tab.
 */
export const framed = (source: string, scheme: View['scheme']): string =>
  withLinksInNewTabs(
    source.replace(
      /@media\s*\(\s*prefers-color-scheme\s*:\s*dark\s*\)/gi,
      scheme === 'dark' ? '@media all' : '@media not all',
    ),
  );
