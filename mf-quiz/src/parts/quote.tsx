import type { Testimonial } from '@course/funnel';
import { Stars } from '@course/ui';
import css from './quote.module.css';

/** What a customer said: stars, title, text, author. */
export const Quote = ({ quote }: { readonly quote: Testimonial }) => (
  <figure className={css['quote']}>
    <Stars rating={quote.rating} />
    <p className={css['title']}>{quote.title}</p>
    <blockquote className={css['text']}>{quote.text}</blockquote>
    <figcaption className={css['author']}>{quote.name}</figcaption>
  </figure>
);
