import {
  type Answers,
  chosenLabels,
  PRODUCT,
  SAMPLE_REVIEW,
  SELLER,
  sellerLine,
  type Testimonial,
} from '@course/funnel';
import { OFFER_COPY, SALES_COPY } from '../flow/sales-copy.ts';
import { SHOWN_ANSWERS } from '../flow/steps.ts';
import { LEGAL_LINKS } from '../flow/offer-copy.ts';
import { labelsOf, Link, pathTo } from '@course/platform';
import { Stars } from '@course/ui';
import { FlagIcon, ShieldIcon, TargetIcon } from '../art/icons.tsx';
import css from './offer-sections.module.css';
import { Section } from './section.tsx';

const COPY = OFFER_COPY.guarantee;

export const Guarantee = () => (
  <div className={css['guarantee']}>
    <ShieldIcon />
    <div className={css['words']}>
      <h2 className={css['title']}>{COPY.title}</h2>
      <p>{COPY.text}</p>
      <Link to={pathTo('refund')} className={css['link']}>
        {COPY.link}
      </Link>
    </div>
  </div>
);

interface GoalCardTexts {
  readonly goal: string;
  readonly target: string;
}

const labelsFor = (question: string, answers: Answers): string =>
  // Labels are looked up only if there is an answer, which there never is during prerendering and hydration.
  answers[question] ? chosenLabels(labelsOf(question), answers[question]).join(', ') : '';

/** Returns the texts of the goal and target cards: the labels of all chosen options, or the defaults. */
export const goalCardTexts = (answers: Answers): GoalCardTexts => ({
  goal: labelsFor(SHOWN_ANSWERS.goal, answers) || SALES_COPY.goal,
  target: labelsFor(SHOWN_ANSWERS.target, answers) || SALES_COPY.target,
});

/** The visitor's goal and target. */
export const GoalCards = ({ goal, target }: GoalCardTexts) => (
  <dl className={css['cards']}>
    <div className={css['card']} data-card="goal">
      <FlagIcon />
      <dt>{OFFER_COPY.goalCard}</dt>
      <dd>{goal}</dd>
    </div>
    <div className={css['card']} data-card="target">
      <TargetIcon />
      <dt>{OFFER_COPY.targetCard}</dt>
      <dd>{target}</dd>
    </div>
  </dl>
);

interface TestimonialListProps {
  readonly title: string;
  readonly testimonials: readonly Testimonial[];
}

/** Samples are labelled as such. Renders nothing if there are no testimonials. */
export const TestimonialList = ({ title, testimonials }: TestimonialListProps) =>
  testimonials.length > 0 && (
    <Section title={title}>
      <ul className={css['testimonials']}>
        {testimonials.map((testimonial) => (
          <li key={testimonial.name} className={css['testimonial']}>
            <Stars rating={testimonial.rating} />
            <h3 className={css['testimonialTitle']}>{testimonial.title}</h3>
            <blockquote>{testimonial.text}</blockquote>
            <p className={css['author']}>
              <span>{testimonial.name}</span>
              {testimonial.sample && <small className={css['sample']}>{SAMPLE_REVIEW}</small>}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );

export const OfferFooter = () => (
  <footer className={css['footer']}>
    <nav aria-label="Legal" className={css['links']}>
      {Object.entries(LEGAL_LINKS).map(([page, label]) => (
        <Link key={page} to={pathTo(page)}>
          {label}
        </Link>
      ))}
    </nav>
    <p>{sellerLine(SELLER)}</p>
    <a href={`mailto:${PRODUCT.supportEmail}`}>{PRODUCT.supportEmail}</a>
  </footer>
);
