import css from './stars.module.css';

/** Shows a rating of 1 to 5. */
export const Stars = ({ rating }: { readonly rating: number }) => (
  <span className={css['stars']} role="img" aria-label={`${rating} out of 5 stars`}>
    {'★'.repeat(rating)}
  </span>
);
