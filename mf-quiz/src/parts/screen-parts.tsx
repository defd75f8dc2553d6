import { SAMPLE_REVIEW, type Testimonial } from '@course/funnel';
import { ActionBar, Button, Stars, Sunrise } from '@course/ui';
import type { ReactNode } from 'react';
import css from './screen-parts.module.css';

/** Every screen has one heading, which names its controls. */
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

/** The sunrise of an entry screen, with what begins the quiz at the foot of its path. */
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

/** For a body that shows what customers said. */
export interface WithTestimonials {
  /** An owner may have none. */
  readonly testimonials?: readonly Testimonial[];
}

/** What a customer said: stars, title, text, author. Samples say that they are. */
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

/** One class attribute out of those that apply. */
export const classes = (...names: readonly (string | false | undefined)[]): string => names.filter(Boolean).join(' ');
