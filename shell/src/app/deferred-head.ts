import { DEFERRED_HEAD_ID } from '@course/federation/contract';

/**
 * Inserts what the first frame did without (preloads and whole style sheets) if the early script did not: a hidden tab
 * paints no frame after which it could have.
 */
export function insertDeferredHead(): void {
  const template = document.getElementById(DEFERRED_HEAD_ID);
  if (template instanceof HTMLTemplateElement) template.replaceWith(template.content);
}
