export const COPY = {
  description: 'The first screen of mf-newcomer.',
  lead: 'This screen is built, published and rolled back by its own team.',
  onward: 'To the first question',
} as const;
