/** Names the template with what the first frame does without. The early script knows it by the same name. */
export const BEHIND_ID = 'behind';

/** Puts it into the document if the early script did not: a hidden tab has no first frame that could have passed. */
export function bringWhatIsBehind(): void {
  const template = document.getElementById(BEHIND_ID);
  if (template instanceof HTMLTemplateElement) template.replaceWith(template.content);
}
