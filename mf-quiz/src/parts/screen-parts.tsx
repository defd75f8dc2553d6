import { SAMPLE_REVIEW, type Testimonial } from '@course/funnel';
import { ActionBar, Button, classes, Stars, Sunrise } from '@course/ui';
import type { ReactNode } from 'react';
import css from './screen-parts.module.css';

/** Id of a screen's one heading, which also labels its controls. */
export const HEADING_ID = 'heading';

interface HeadingProps {
  readonly title: string;
  readonly hint?: string | undefined;
  readonly centred?: boolean;
}

export const Heading = ({ title, hint, centred = false }: HeadingProps) => (
  <div className={classes(css['heading'], centred && css['centred'])}>
    <h1 id={HEADING_ID} className={css['title']}>
      {title}
    </h1>
    {hint && <p className={css['hint']}>{hint}</p>}
  </div>
);

/** The sunrise of an entry screen, with the controls that start the quiz at the foot of its path. */
export const Stage = ({ children }: { readonly children: ReactNode }) => (
  <div className={css['stage']}>
    <Sunrise className={css['picture']} />
    {children}
  </div>
);

interface ContinueBarProps {
  readonly label: string;
  readonly onContinue: () => void;
}

export const ContinueBar = ({ label, onContinue }: ContinueBarProps) => (
  <ActionBar>
    <Button onClick={onContinue}>{label}</Button>
  </ActionBar>
);

/** Props of a body that shows testimonials. */
export interface WithTestimonials {
  /** May be empty: an owner may have none. */
  readonly testimonials?: readonly Testimonial[];
}

/** A testimonial: stars, title, text, author. Samples are labelled as such. */
export const Quote = ({ quote }: { readonly quote: Testimonial }) => (
  <figure className={css['quote']}>
    <Stars rating={quote.rating} />
    <p className={css['quote-title']}>{quote.title}</p>
    <blockquote className={css['quote-text']}>{quote.text}</blockquote>
    <figcaption className={css['author']}>
      <span>{quote.name}</span>
      {quote.sample && <small className={css['sample']}>{SAMPLE_REVIEW}</small>}
    </figcaption>
  </figure>
);
