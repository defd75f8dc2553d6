import type { RemoteAddress } from '../contract/remote.ts';
import { PREVIEW_END } from '../registry/preview-link.ts';
import { escapeHtml, type Banner } from './document.ts';

/**
 * It has its own colours and sizes, because it is shown in pages of every remote. It is laid out before the first
 * frame.
 */
const CSS = `.preview-banner{display:flex;flex-wrap:wrap;justify-content:center;gap:.25rem 1rem;padding:.5rem 1rem;background:#1c1b29;color:#fff;font:1rem/1.5 system-ui,sans-serif}
.preview-banner p{margin:0}
.preview-banner a{color:#ffd9a8;text-underline-offset:.2em}
.preview-banner a:focus-visible{outline:3px solid #ffd9a8;outline-offset:2px}
@media (forced-colors:active){.preview-banner{border-block-end:1px solid}}`;

/** Returns the banner of a page that shows a preview with this name, with the link to end it. */
export const previewBanner = (preview: string, remotes: readonly RemoteAddress[]): Banner => {
  const shown = remotes.find(({ channel }) => channel === 'preview');
  const what = escapeHtml(`${preview}: ${shown?.name} ${shown?.version}`);
  return {
    css: CSS,
    html: `<aside class="preview-banner" aria-label="Preview"><p>Preview ${what}. Only this browser shows it.</p><a href="${PREVIEW_END}">End the preview</a></aside>`,
  };
};
