import { renderToStaticMarkup } from 'react-dom/server';
import type { MailDefinition } from './definition.ts';
import { documentHtml, documentText } from './document.tsx';
import { oneLine } from './headers.ts';
import { KINDS, type Mail } from './kinds.ts';
import type { RenderedMail } from './mail.ts';
import { OUTLOOK_HEAD } from './parts/outlook.tsx';

const SUBJECT_LETTERS = 120;

/** The doctype that mail programs are tested with: without it, some lay out tables differently. */
const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

/** Renders a mail: a one-line subject, HTML and plain text. The same mail always renders the same. */
export async function renderMail(mail: Mail): Promise<RenderedMail> {
  const definition: MailDefinition = KINDS[mail.kind];
  const content = definition.template(mail);
  // Not react-email's own render, which streams: that adds nothing for a mail and takes twice the memory.
  const html = DOCTYPE + renderToStaticMarkup(documentHtml(content)).replace('</head>', `${OUTLOOK_HEAD}</head>`);
  return { subject: oneLine(content.subject, SUBJECT_LETTERS), html, text: documentText(content) };
}
