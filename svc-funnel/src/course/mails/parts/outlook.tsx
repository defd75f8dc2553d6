import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/**
 * Classic Outlook on Windows uses Word for layout: no max-width, padding only in table cells, and Times for a list of
 * fonts that it does not understand. Only Outlook reads the content of these comments.
 */
const onlyOutlook = (html: string): string => `<!--[if mso]>${html}<![endif]-->`;

const STYLES =
  "table{border-collapse:collapse;mso-table-lspace:0;mso-table-rspace:0}body,table,td,th,p,a,li,h1,h2,h3{font-family:'Segoe UI',Arial,sans-serif!important}pre,code{font-family:Consolas,monospace!important}";

/** For the end of the head: sets the fonts, and keeps sizes in pixels on a scaled screen. */
export const OUTLOOK_HEAD = onlyOutlook(
  `<xml><o:OfficeDocumentSettings xmlns:o="urn:schemas-microsoft-com:office:office"><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><style>${STYLES}</style>`,
);

/** As wide as its container, up to `width` px; in Outlook, which has no such limit, exactly that wide. */
export const Bounded = ({ width, children }: { width: number; children: ReactElement }) => {
  const inner = renderToStaticMarkup(children);
  const open = `<table role="presentation" width="${width}" align="center" cellpadding="0" cellspacing="0" border="0"><tr><td>`;
  const html = `${onlyOutlook(open)}${inner}${onlyOutlook('</td></tr></table>')}`;
  return <div style={{ maxWidth: width, margin: '0 auto' }} dangerouslySetInnerHTML={{ __html: html }} />;
};

const SPACE = '<div style="font-size:0;line-height:16px;mso-line-height-rule:exactly">&nbsp;</div>';

/**
 * Leaves decoration out of Outlook, which would distort it, such as shapes with fixed sizes. Outlook gets a little
 * space instead.
 */
export const NotInOutlook = ({ children }: { children: ReactElement }) => {
  const html = `<!--[if !mso]><!-->${renderToStaticMarkup(children)}<!--<![endif]-->${onlyOutlook(SPACE)}`;
  return <div dangerouslySetInnerHTML={{ __html: html }} />;
};
