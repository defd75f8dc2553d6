import { BEHIND_ID } from '@course/federation/contract';

/** Puts what the first frame does without into the document if the early script did not: a hidden tab has no first frame that could have passed. */
export function bringWhatIsBehind(): void {
  const template = document.getElementById(BEHIND_ID);
  if (template instanceof HTMLTemplateElement) template.replaceWith(template.content);
}
