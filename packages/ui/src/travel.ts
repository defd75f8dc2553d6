/** Which way the next screen slides in is told by the document's root, for the style sheet. Forwards unless said. */
export const goesBack = (): void => {
  document.documentElement.dataset['travel'] = 'back';
};

export const arrived = (): void => {
  delete document.documentElement.dataset['travel'];
};
